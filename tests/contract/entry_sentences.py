"""The sentences of a refused entry, as spec/product.md section 8 has them."""

REQUIRED = "Authentication required. Please access this dashboard through LearnWorlds."
INVALID = "Invalid authentication parameters."
NOT_ENROLLED = "Access denied. You are not enrolled in a course that has access to this dashboard."
BAD_REFERRER = "Access denied. Please access this dashboard from your LearnWorlds course."
BAD_COURSE = "Access denied. Invalid course access code."
TRY_AGAIN = "Authentication error. Please try again."
