const nothingKept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

// Pre-rendering uses the browser's router, so that both render the same. It needs `self`.
Object.assign(globalThis, { self: globalThis, localStorage: nothingKept, sessionStorage: nothingKept })
