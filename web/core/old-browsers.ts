// What the oldest browsers lack; fetched only there (web/main.tsx).
import './fill-ins.ts'
// The phone's menu and the rows' menus are popovers.
import '@oddbird/popover-polyfill'
