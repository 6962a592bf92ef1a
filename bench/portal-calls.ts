/** Calls a portal as an administrator's page does, with a body for a write. Returns the data. Throws if refused. */
export async function callPortal<Data>(url: string, token: string, body?: object): Promise<Data> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { data: Data }
  if (!data) throw new Error(`${url} answered ${answer.status}`)
  return data
}
