/** The time zones that a report may use. */
export const attendanceZones = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
  { value: 'UTC', label: 'UTC' },
]

/** Returns the zone that is `hours` behind `timeZone` on the day of an instant; by default the first one. */
export function zoneOffBy(timeZone: string, hours: number, at: Date): string {
  const wanted = offsetOf(timeZone, at) + hours
  const zones = attendanceZones.map(({ value }) => value)
  return zones.find((zone) => offsetOf(zone, at) === wanted) ?? (zones[0] as string)
}

/** Returns a zone's offset from UTC, in hours. */
function offsetOf(timeZone: string, at: Date) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', whole = '0', part = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return Number(`${sign}1`) * (Number(whole) + Number(part) / 60)
}
