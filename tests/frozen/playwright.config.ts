import config from "../e2e/playwright.config";

/** The pictures of before lie outside of the tree: `--update-snapshots` makes them, at the commit to hold to. */
export default {
  ...config,
  testDir: ".",
  snapshotPathTemplate: `${import.meta.dirname}/../../build/frozen/pictures/{arg}{ext}`,
  expect: { ...config.expect, toHaveScreenshot: { maxDiffPixelRatio: 0.0005 } },
};
