"""What the Redis store must do in one piece, as Lua; each script names its keys and arguments.

A session is a hash, a refresh token a text with its session's id. Session keys are made inside the scripts,
so the store needs one Redis, not a cluster. Times come from the caller; the lifetimes of keys only clean up.
"""

ROTATE = """
-- KEYS: spent token, following token; ARGV: sessions' prefix, following digest, spent digest, now
local id = redis.call('GET', KEYS[1])
if not id then return {'unknown'} end
local key = ARGV[1] .. id
local fields = redis.call('HMGET', key, 'active', 'token', 'expires_at')
if not fields[1] or (tonumber(fields[3]) or 0) <= tonumber(ARGV[4]) then return {'unknown'} end
if fields[1] ~= '1' then return {'ended', id} end
if fields[2] ~= ARGV[3] then
  redis.call('HSET', key, 'active', '0')
  return {'reused', id}
end
redis.call('HSET', key, 'token', ARGV[2])
redis.call('SET', KEYS[2], id, 'PX', math.max(1, redis.call('PTTL', key)))
return {'rotated', id}
"""

CHANGE_USER = """
-- KEYS: session, following token, sessions of the user; ARGV: id, following digest, person, now
local fields = redis.call('HMGET', KEYS[1], 'active', 'expires_at')
if fields[1] ~= '1' or (tonumber(fields[2]) or 0) <= tonumber(ARGV[4]) then return 0 end
local left = math.max(1, redis.call('PTTL', KEYS[1]))
redis.call('HSET', KEYS[1], 'person', ARGV[3], 'token', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'generation', 1)
redis.call('SET', KEYS[2], ARGV[1], 'PX', left)
redis.call('SADD', KEYS[3], ARGV[1])
if redis.call('PTTL', KEYS[3]) < left then redis.call('PEXPIRE', KEYS[3], left) end
return 1
"""

NOTE = """
-- KEYS: session; ARGV: field, value. A session that is gone stays gone.
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 1
"""

ONCE = """
-- KEYS: name; ARGV: now, expires_at, seconds that the name stays known after its end
-- A name that is kept damaged has passed.
local known = redis.pcall('GET', KEYS[1])
if type(known) == 'table' then return 0 end
if known and (tonumber(known) or math.huge) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', math.ceil((ARGV[2] - ARGV[1] + ARGV[3]) * 1000))
return 1
"""

PUT_ACCOUNT = """
-- KEYS: accounts; ARGV: username, record, the record it replaces or ''
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""

TAKE_CODE = """
-- KEYS: code, its users; ARGV: user, now. 1 where the code is the user's to redeem.
local fields = redis.call('HMGET', KEYS[1], 'uses', 'used', 'expires_at', 'revoked')
if not fields[1] or fields[4] ~= '0' then return 0 end
if fields[3] ~= '' and (tonumber(fields[3]) or 0) <= tonumber(ARGV[2]) then return 0 end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 1 end
if (tonumber(fields[2]) or math.huge) >= (tonumber(fields[1]) or 0) then return 0 end
redis.call('SADD', KEYS[2], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
redis.call('HINCRBY', KEYS[1], 'used', 1)
return 1
"""
