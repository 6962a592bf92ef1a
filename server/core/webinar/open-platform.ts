import type { GotoSettings } from './goto-webinar.ts'
import { openGotoWebinar } from './goto-webinar.ts'
import type { WebinarPlatform } from './webinar.ts'
import type { ZoomSettings } from './zoom.ts'
import { openZoom } from './zoom.ts'

/** Which platform the webinars are held on, and how the portal gets in there. */
export type WebinarSettings =
  | { platform: 'embedded' }
  | ({ platform: 'zoom' } & ZoomSettings)
  | ({ platform: 'gotowebinar' } & GotoSettings)

/** Opens the platform; `openEmbedded` comes from outside, since the embedded one is a noun of the house. */
export function openPlatform(
  settings: WebinarSettings,
  clock: () => Date,
  openEmbedded: () => WebinarPlatform,
): WebinarPlatform {
  switch (settings.platform) {
    case 'embedded':
      return openEmbedded()
    case 'zoom':
      return openZoom(settings, { clock })
    case 'gotowebinar':
      return openGotoWebinar(settings, { clock })
  }
}
