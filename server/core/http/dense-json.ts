import { mostJsonBytes } from '#contract/core/endpoint.ts'

const [quote, backslash, comma, list, object] = [...Buffer.from('"\\,[{')]

/**
 * Returns true if the JSON of a body, in one or more parts, has more values than a normal body could. Parsing values blocks all calls much longer
 * than reading bytes: 15 MB of brackets take almost two seconds and a gigabyte.
 */
export function isTooDense(...parts: Uint8Array[]): boolean {
  if (parts.reduce((sum, { length }) => sum + length, 0) <= mostJsonBytes) return false
  let values = 0
  for (const json of parts) {
    let isText = false
    for (let at = 0; at < json.length; at += 1) {
      const byte = json[at]
      if (byte === quote) isText = !isText
      else if (isText) at += byte === backslash ? 1 : 0
      else if (byte === comma || byte === list || byte === object) values += 1
      if (values > mostJsonBytes) return true
    }
  }
  return false
}
