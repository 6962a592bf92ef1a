const nothingKept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

// The router is the browser's own also where pages are drawn beforehand, so that both draw the same; it leaves a note at `self`.
Object.assign(globalThis, { self: globalThis, localStorage: nothingKept, sessionStorage: nothingKept })
