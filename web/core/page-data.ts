import { createContext, use, useSyncExternalStore } from 'react'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'
import type { PageData } from '#contract/core/page-data.ts'
import { pageDataMeta } from '#contract/core/page-data.ts'

/** The data with which the server drew this page, in the browser and on the server. */
export const PageDataContext = createContext<PageData | undefined>(undefined)

/** Reads the data from the page's head; undefined if the server did not draw the page. */
export function readPageData(): PageData | undefined {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${pageDataMeta}"]`)?.content
  return text === undefined ? undefined : (JSON.parse(text) as PageData)
}

/** Returns the answer of a call with which the server drew this page; undefined if it did not. */
export function usePageData<E extends Endpoint>(endpoint: E): Data<E> | undefined {
  const page = use(PageDataContext)
  if (page?.path !== endpoint.path) return undefined
  return endpoint.data?.safeParse(page.data).data as Data<E> | undefined
}

/**
 * Returns the instant to compare with. While the page is drawn on the server and hydrated, it is that of the
 * page's data, so that both render the same.
 */
export function useNow(): Date {
  const page = use(PageDataContext)
  const isDrawn = useIsDrawn()
  return isDrawn && page ? new Date(page.at) : new Date()
}

/** Returns true while the page is drawn on the server and hydrated. */
export function useIsDrawn(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
}
