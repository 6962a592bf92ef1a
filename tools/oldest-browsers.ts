/** The oldest browsers that the pages work in, by Vite's names; docs/operations.md lists them for people. */
export const oldestBrowsers = ['safari16', 'chrome109', 'firefox115'] as const
