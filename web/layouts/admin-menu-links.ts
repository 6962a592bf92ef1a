import type { AnyRoute } from '@tanstack/react-router'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { countWaits } from '#contract/counting/credit-findings/calls.ts'
import { countReviews } from '#contract/counting/credit-reviews/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { MenuLink, TabLink } from '#web/core/pages.ts'
import { can } from '#web/core/session/can.ts'
import { useRecountAlarms } from '#web/counting/recounts/recount-alarms.ts'
import { useOverlapAlarms } from '#web/counting/unusual-credits/overlap-alarms.ts'

/** Returns the links of the menu that the administrator's role may read, in the order of `web/admin-routes.tsx`. */
export function useMenu(): MenuLink[] {
  return useRoutes()
    .flatMap(({ options }) => options.staticData?.menu ?? [])
    .filter(({ reads }) => can({ access: reads }))
}

/** Returns the tabs of all menu entries that the administrator's role may read. */
export function useTabs(): TabLink[] {
  return useRoutes()
    .flatMap(({ options }) => options.staticData?.tab ?? [])
    .filter(({ reads }) => can({ access: reads }))
}

/** Returns the menu entry whose tab is shown, if any. */
export function useTabbed(): TabLink['of'] | undefined {
  return useRouterState({
    select: ({ matches }) => matches.findLast(({ staticData }) => staticData.tab)?.staticData.tab?.of,
  })
}

function useRoutes(): AnyRoute[] {
  return Object.values<AnyRoute>(useRouter().routesById)
}

/** Returns how many decisions, with nightly alarms, and how many review requests wait. */
export function useQuestionCounts(): { decisions: number; reviews: number } {
  const { waits = 0 } = useData(countWaits, {}, { every: 60_000 }).data ?? {}
  const { open = 0 } = useData(countReviews, {}, { every: 60_000 }).data ?? {}
  return { decisions: waits + useRecountAlarms().length + useOverlapAlarms().length, reviews: open }
}
