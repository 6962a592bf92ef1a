import type { Course } from './course.ts'

/** The courses in the order of the day, two at the same time. */
export const seminarCourses: readonly Course[] = [
  {
    by: 'steadyhand',
    title: 'The Dirty Dozen, One Shift at a Time',
    about: 'Fatigue, pressure, norms and nine more, told from a single night shift.',
    points: ['Norms that replace the manual', 'A shift handover that works', 'Saying no to a deadline'],
  },
  {
    by: 'marginalia',
    title: 'Form 337 Workshop: Major or Minor?',
    about: 'Bring a pencil. Six alterations, six decisions, and the approved data that each one needs.',
    points: ['Appendix A of part 43', 'Acceptable and approved data', 'Field approvals'],
  },
  {
    by: 'saltgrass',
    title: 'Corrosion: Find It, Name It, Stop It',
    about: 'From surface bloom to exfoliation, with samples to hold and a treatment that lasts.',
    points: ['Eight kinds and where they hide', 'Removal and protection', 'Reporting it to an owner'],
  },
  {
    by: 'brindlecell',
    title: 'Battery Shop for the Line Mechanic',
    about: 'Capacity checks, chargers and the difference between a flat battery and a finished one.',
    points: ['Reading the test report', 'Charging as instructed', 'Handling lithium safely'],
  },
  {
    by: 'fernloom',
    title: 'Wire, Crimp, Clamp: EWIS With Your Hands',
    about: 'Every seat has a crimper. Build a good terminal, then a bad one, and pull both.',
    points: ['Wire selection', 'Crimps that pass a pull test', 'Inspecting a bundle in place'],
  },
  {
    by: 'evenbeam',
    title: 'Weight and Balance After an Avionics Upgrade',
    about: 'A worked example from the old radio on the bench to the revised equipment list.',
    points: ['Arms, moments and the datum', 'One current record', 'A surprising useful load'],
  },
  {
    by: 'lanternfish',
    title: 'Borescope Hands-On: Piston and Turbine',
    about: 'Two engines, four borescopes and a hidden defect in each. Find it, measure it, describe it.',
    points: ['Steering a tip', 'Lighting and reflections', 'Reports with pictures'],
  },
  {
    by: 'wrenfield',
    title: 'Receiving Inspection and Suspected Unapproved Parts',
    about: 'Tags, traces and things that look right: what to check before a part meets an aircraft.',
    points: ['Form 8130-3, block by block', 'Owner-produced parts', 'A part that smells wrong'],
  },
  {
    by: 'juniper',
    title: 'The Annual on Paper: Checklists, Discrepancies, Signatures',
    about: 'The inspection ends at the desk. Entries for an airworthy aircraft and for one that is not.',
    points: ['Appendix D of part 43', 'Discrepancies under § 43.11', 'Sentences that protect you'],
  },
  {
    by: 'truenotch',
    title: 'Torque, Tools and Calibration',
    about: 'Dry or lubricated, running torque, extensions and a wrench that was dropped last Tuesday.',
    points: ['Computing with an extension', 'Prevailing torque of locknuts', 'A tool register'],
  },
  {
    by: 'thistledown',
    title: 'Wheels, Brakes and Tires From Hub to Tread',
    about: 'Bearings, tie bolts and linings at the bench, and the checks that belong to every tire change.',
    points: ['Bearing inspection and grease', 'Lining wear and conditioning', 'Inflating in safety'],
  },
  {
    by: 'amberdrop',
    title: 'Oil and Fuel Analysis: Reading the Report',
    about: 'Which number matters, which one only looks alarming, and how to explain either on the phone.',
    points: ['Sources of wear metals', 'Fuel contamination', 'Trends over three samples'],
  },
  {
    by: 'sparrowgate',
    title: 'Ignition Harnesses and Spark Plugs at the Bench',
    about: 'Clean, gap, test, rotate, and find out what the plugs say about their cylinder.',
    points: ['Resistance checks', 'Lead testing at voltage', 'Fouling patterns'],
  },
  {
    by: 'bluerill',
    title: 'Hoses, Firesleeve and Fuel Leaks',
    about: 'Hose age, bend radius and fittings, and how to inspect what is hidden beneath firesleeve.',
    points: ['Reading a hose tag', 'Routing away from heat', 'Leak classes and what they allow'],
  },
  {
    by: 'plainchart',
    title: 'Engine Monitor Data in the Hangar',
    about: 'Download, look for three shapes, and know which cylinder to open before the cowling is off.',
    points: ['Exhaust valve patterns', 'Detonation and pre-ignition', 'Sensor faults'],
  },
  {
    by: 'tolliver',
    title: 'Propeller Logbooks, Overhaul and Ground Strikes',
    about: 'What counts as a strike, what to inspect after it, and what goes in whose logbook.',
    points: ['Sudden stoppage', 'Calendar and hour limits', 'Transport and storage'],
  },
  {
    by: 'quillback',
    title: 'Safety Wire, Cotter Pins and Other Small Things',
    about: 'The humblest hour of the day, and the one most often failed in an inspection.',
    points: ['Direction, twist and tension', 'Castellated nuts', 'Photos before closing up'],
  },
  {
    by: 'copperwick',
    title: 'Engine Preservation and Return to Service',
    about: 'Airplanes that wait age quickly. Preserving an engine for months and waking it gently.',
    points: ['Preservation oil', 'Cam and lifter corrosion', 'First run checks'],
  },
]
