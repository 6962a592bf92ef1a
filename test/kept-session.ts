/** Returns the local storage entry of a signed-in person, for the token of their session. */
export async function keptSession(
  origin: string,
  token: string,
  isAdmin = false,
): Promise<{ key: string; text: string }> {
  const answer = await fetch(`${origin}/api/private/get-profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { userData: object } }
  const userData = { ...data.userData, token, isAdmin }
  return { key: 'root', text: JSON.stringify({ state: { userData }, version: 0 }) }
}
