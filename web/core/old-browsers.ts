// What the oldest browsers lack. Fetched only there (web/core/filled-in.ts).
import './fill-ins.ts'
// The phone's menu and the menus of rows are popovers.
import '@oddbird/popover-polyfill'
