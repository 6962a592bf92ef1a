import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { explain } from '#contract/counting/hours/explain.ts'
import { Finding } from '#contract/counting/hours/findings.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import type { Summary } from './inspection-words.ts'
import { nameOf } from './inspection-words.ts'

/** The page without its records: it needs no network and no server, so its style and program are inside. */
const template = readFileSync(new URL('./inspection-page.html', import.meta.url), 'utf8')

/** Returns `index.html`: the records for a person who reads them in a browser, from the unpacked folder. */
export function recordsPage(
  facts: InspectionFacts,
  { scope, summary }: { scope: string; summary: Summary },
): string {
  const findingsOf = Map.groupBy(
    facts.findings.filter(({ isCurrent }) => isCurrent),
    ({ registrationId }) => registrationId,
  )
  const { people, certificates, hours } = summary
  const parts: Record<string, string> = {
    scope: escapeHtml(scope),
    provider: escapeHtml(facts.providers.at(-1)?.providerName ?? 'Training provider'),
    summary: `${count(people, 'registration')}, ${count(certificates, 'valid certificate')}, ${shownHours(hours)} of credit.`,
    records: facts.registrations
      .toSorted(
        (one, other) =>
          nameOf(one).localeCompare(nameOf(other), 'en') || one.registrationId - other.registrationId,
      )
      .map((held) => recordOf(held, findingsOf.get(held.registrationId) ?? []))
      .join('\n'),
  }
  // A function, because a replacement text would give '$&' a meaning.
  return template.replaceAll(/<!-- (\w+) -->/g, (_, part: string) => parts[part] ?? '')
}

function recordOf(held: InspectionFacts['registrations'][number], findings: InspectionFacts['findings']) {
  const { serial, isValid, hours, creditedDays, cancelledAt, registrationId } = held
  const certificate =
    serial === null
      ? 'None'
      : isValid
        ? `<a href="certificates/${escapeHtml(serial)}.pdf">${escapeHtml(serial)}</a>`
        : `${escapeHtml(serial)} (withdrawn)`
  const days = creditedDays?.length ? shownByDay(creditedDays) : hours > 0 ? shownHours(hours) : 'No hours'
  const sentences = findings.flatMap(({ finding }) => explain(z.decode(Finding, finding)))
  const found =
    sentences.length > 0
      ? `<ul>${sentences.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
      : '<p>No attendance was counted for this registration.</p>'
  return `<li class="record"><h2>${escapeHtml(nameOf(held))}</h2><p>${escapeHtml(held.email ?? '')}</p>
<p>${escapeHtml(`${held.eventName}, ${shownSlot(held)}`)}${cancelledAt ? ' (canceled)' : ''}</p>
<dl><div><dt>Certificate</dt><dd>${certificate}</dd></div><div><dt>Hours by day</dt><dd>${escapeHtml(days)}</dd></div></dl>
<details><summary>Hour by hour</summary>${found}<p><a href="explanations/${registrationId}.txt">All decisions about these hours</a></p></details></li>`
}

function count(number: number, noun: string) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
