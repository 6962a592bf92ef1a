// What the oldest browsers lack. Fetched only there (web/main.tsx).
import './fill-ins.ts'
// The phone's menu and the menus of rows are popovers.
import '@oddbird/popover-polyfill'
