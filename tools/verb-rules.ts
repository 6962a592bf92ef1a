import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

/** The writing calls that no verb of their name serves, and why. There are five at most. */
export const callsWithoutVerb: Record<string, string> = {
  readInZone: 'It reads the bytes of a report before its transaction, and then uploads the report again.',
  uploadPicture: 'Pictures are stored by core, which knows no call.',
  updateTimeslot: "It is the specification's name; everything else says that a registration is moved.",
  leaveByMailProgram: 'A click in a mail program does the same as leaveMailingList.',
  stopRemindersByMailProgram: 'A click in a mail program does the same as stopReminders.',
}

/**
 * Returns one sentence for each writing call whose verb has another name, or stands in a file of another verb.
 * A writing call is not a GET, and is served by `serveWrite` or in a `write`.
 */
export function verbProblems(files: SourceFile[]): string[] {
  const product = files.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  const reads = new Set(
    files.flatMap(({ path, text }) =>
      path.startsWith('contract/')
        ? [...text.matchAll(/^export const (\w+) = endpoint\(\{\s*route: 'GET \//gm)].map(([, call]) => call)
        : [],
    ),
  )
  const homes = product.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:async )?function (\w+)/gm)].map(([, name = '']) => ({ name, path })),
  )
  return product
    .filter(({ path }) => path.endsWith('/noun.ts'))
    .flatMap(({ path, text }) =>
      writingCalls(text)
        .filter(({ call }) => !(call in callsWithoutVerb) && !reads.has(call))
        .flatMap(({ call, answer }) => {
          if (!new RegExp(`(?<![.\\w])${call}\\b`).test(answer))
            return [
              `${path}: the call ${call} is served by a function of another name; name the verb ${call}.`,
            ]
          const found = homes.filter(({ name }) => name === call).map((home) => home.path)
          return found.some((home) => isHomeOf(call, home))
            ? []
            : [`${found[0] ?? path}: has the verb ${call}; its file is <verb>-<noun>.ts, or the noun's own.`]
        }),
    )
}

/** Returns the writing calls that a noun serves, each with the code that answers it. */
function writingCalls(text: string) {
  const serving = text.split(/\n {2,4}(?:jobs|measure|expire|personal)\b|\n\}\)?\n/)
  return serving
    .flatMap((part) => part.split(/(?=\bserve(?:Write|File)?\()/))
    .flatMap((part) => {
      const [given, kind, call] =
        part.match(/^(serve\w*)\(\s*(?:gate|\{[^}]*\}),\s*(?:services,\s*)?(?:\w+\.)?(\w+),/) ?? []
      const answer = part.slice(given?.length)
      return call && (kind === 'serveWrite' || /\bwrite\(/.test(answer)) ? [{ call, answer }] : []
    })
}

function isHomeOf(call: string, path: string): boolean {
  const [, noun = '', file = ''] = path.match(/^server\/[^/]+\/([^/]+)\/([^/]+)\.ts$/) ?? []
  const one = noun.replace(/ies$/, 'y').replace(/s$/, '')
  if (['noun', noun, one].includes(file) || file.startsWith(`${one}-`)) return true
  const verb = file.replace(new RegExp(`-(${one}|${noun})$`), '')
  const words = call.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return verb !== file && `${words}-`.startsWith(`${verb}-`)
}
