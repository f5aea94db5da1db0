import config from "../../web/vite.config.ts";

// Stryker runs tests in threads, which refuse the options of a process.
export default { ...config, test: { ...config.test, execArgv: [] } };
