/** Calls back in a quiet moment, after `timeout` milliseconds at the latest; the returned function takes it back. */
export function whenIdle(callback: () => void, options?: IdleRequestOptions): () => void {
  if ("requestIdleCallback" in window) {
    const asked = requestIdleCallback(callback, options);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}
