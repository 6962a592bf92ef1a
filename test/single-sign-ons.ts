import { beginSingleSignOn, completeSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import type { TestApp } from './app.ts'
import type { Answer } from './call-app.ts'
import { cookieIn } from './second-factors.ts'
import type { SignOnProvider } from './single-sign-on-provider.ts'

/** A browser's way to the provider: the address there, and the cookie that binds the answer. */
export async function givenBegun(app: TestApp, asksAgain = false): Promise<{ url: string; cookie: string }> {
  const { data, headers } = await app.call(beginSingleSignOn, { body: { asksAgain } })
  return { url: data.url, cookie: cookieIn(headers) }
}

/** Hands the provider's answer to the portal, from the browser with this cookie. */
export async function complete(
  app: TestApp,
  answer: string,
  { cookie, token }: { cookie: string; token?: string | undefined },
): Promise<
  Pick<Answer<typeof completeSingleSignOn>, 'failure'> & {
    status: number
    token: string
    wire: unknown
    /** The browser's cookie is spent. */
    isSpent: boolean
  }
> {
  const { statusCode, ...said } = await app.request({
    method: 'POST',
    url: `/api${completeSingleSignOn.path}`,
    headers: { cookie, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    payload: { answer },
  })
  const content = said.json()
  return {
    status: statusCode,
    failure: content.error ? content : undefined,
    token: content.data?.token ?? '',
    wire: content.data,
    isSpent: String(said.headers['set-cookie']).includes('Max-Age=0'),
  }
}

/** Signs in at the provider and here, in one browser, which may leave out parameters (`without`) on the way. */
export async function signOnAs(
  app: TestApp,
  provider: SignOnProvider,
  name: string,
  options: { asksAgain?: boolean; token?: string; without?: string[] } = {},
) {
  const begun = await givenBegun(app, options.asksAgain)
  const url = new URL(begun.url)
  for (const parameter of options.without ?? []) url.searchParams.delete(parameter)
  const answer = await provider.signIn(url.href, name)
  return complete(app, answer, { cookie: begun.cookie, token: options.token })
}
