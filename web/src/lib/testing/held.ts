/** Something to wait for until it is released. */
export function held() {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { waiting, release: () => release() };
}
