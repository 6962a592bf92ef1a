/** One state a line: two letters and the name. */
const rows = `\
AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming`

/** The 50 states and the District of Columbia. */
export const usStates: readonly { abbreviation: string; name: string }[] = rows
  .split('\n')
  .map((row) => ({ abbreviation: row.slice(0, 2), name: row.slice(3) }))

/** Returns the state that a text names, in full or by two letters. */
export function findUsState(text: string) {
  const typed = text.trim().toLowerCase()
  return usStates.find((state) => Object.values(state).some((word) => word.toLowerCase() === typed))
}

/** Returns true for a state's name or its two letters; we store the name. */
export function isUsState(value: string): boolean {
  return usStates.some((state) => state.name === value || state.abbreviation === value)
}
