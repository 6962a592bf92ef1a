/** The oldest browsers that the pages work in, as Vite names them; docs/operations.md tells people. */
export const oldestBrowsers = ['safari16', 'chrome109', 'firefox115'] as const
