/** Returns the error of a call that has to fail. */
export async function problemOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => {
      throw new Error('It succeeded.')
    },
    (problem: Error) => problem,
  )
}
