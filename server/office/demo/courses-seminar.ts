import type { Course } from './course.ts'

/** A seminar day's courses, in order, two at a time. */
export const seminarCourses: readonly Course[] = [
  {
    by: 'steadyhand',
    title: 'The Dirty Dozen, One Shift at a Time',
    about: 'Fatigue, pressure, norms and nine more, told from a single night shift that went almost wrong.',
    points: [
      'Spotting a norm that has replaced the manual',
      'A shift handover that works',
      'Saying no to a deadline',
    ],
  },
  {
    by: 'marginalia',
    title: 'Form 337 Workshop: Major or Minor?',
    about: 'Bring a pencil. Six alterations, six decisions, and the approved data that each one needs.',
    points: [
      'Appendix A of part 43 in practice',
      'Acceptable data and approved data',
      'Field approvals that get approved',
    ],
  },
  {
    by: 'saltgrass',
    title: 'Corrosion: Find It, Name It, Stop It',
    about:
      'From surface bloom to exfoliation, with samples to hold and a treatment that lasts longer than a season.',
    points: ['Eight kinds and where they hide', 'Removal, treatment, protection', 'Reporting it to an owner'],
  },
  {
    by: 'brindlecell',
    title: 'Battery Shop for the Line Mechanic',
    about: 'Capacity checks, chargers and the difference between a flat battery and a finished one.',
    points: [
      'Reading the capacity test report',
      'Charging by the maker’s instructions',
      'Handling lithium safely',
    ],
  },
  {
    by: 'fernloom',
    title: 'Wire, Crimp, Clamp: EWIS With Your Hands',
    about: 'Every seat has a crimper. Build a good terminal, then a bad one, and pull both.',
    points: [
      'Wire selection by load and length',
      'Crimps that pass a pull test',
      'Inspecting a bundle in place',
    ],
  },
  {
    by: 'evenbeam',
    title: 'Weight and Balance After an Avionics Upgrade',
    about:
      'Weigh or compute? A worked example from the old radio on the bench to the revised equipment list.',
    points: [
      'Arms, moments and the datum',
      'Keeping one record that is current',
      'When the useful load surprises the owner',
    ],
  },
  {
    by: 'lanternfish',
    title: 'Borescope Hands-On: Piston and Turbine',
    about:
      'Two engines on stands, four borescopes and a hidden defect in each. Find it, measure it, describe it.',
    points: ['Steering a tip without losing your place', 'Lighting and reflections', 'Reports with pictures'],
  },
  {
    by: 'wrenfield',
    title: 'Receiving Inspection and Suspected Unapproved Parts',
    about: 'Tags, traces and things that look right. What to check before a part meets an aircraft.',
    points: [
      'Form 8130-3, block by block',
      'Standard parts and owner-produced parts',
      'What to do with a part that smells wrong',
    ],
  },
  {
    by: 'juniper',
    title: 'The Annual on Paper: Checklists, Discrepancies, Signatures',
    about: 'The inspection ends at the desk. Entries for an airworthy aircraft and for one that is not.',
    points: [
      'Appendix D of part 43 as the minimum',
      'The list of discrepancies under § 43.11',
      'Sentences that protect you and the owner',
    ],
  },
  {
    by: 'truenotch',
    title: 'Torque, Tools and Calibration',
    about: 'Dry or lubricated, running torque, extensions and a wrench that was dropped last Tuesday.',
    points: [
      'Computing with an extension',
      'Prevailing torque of locknuts',
      'A tool register that takes no time',
    ],
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
    points: [
      'Wear metals and where they come from',
      'Fuel contamination and microbes',
      'Trends over three samples',
    ],
  },
  {
    by: 'sparrowgate',
    title: 'Ignition Harnesses and Spark Plugs at the Bench',
    about:
      'Clean, gap, test, rotate, and find out what the plugs say about the cylinder that they came from.',
    points: ['Resistance checks', 'Lead testing at voltage', 'Fouling patterns'],
  },
  {
    by: 'bluerill',
    title: 'Hoses, Firesleeve and Fuel Leaks',
    about: 'Hose age, bend radius and fittings, and how to inspect what is hidden beneath firesleeve.',
    points: ['Reading a hose tag', 'Routing away from heat and edges', 'Leak classes and what they allow'],
  },
  {
    by: 'plainchart',
    title: 'Engine Monitor Data in the Hangar',
    about: 'Download, look for three shapes, and know which cylinder to open before the cowling is off.',
    points: ['Exhaust valve patterns', 'Detonation and pre-ignition', 'Sensor faults and how they look'],
  },
  {
    by: 'tolliver',
    title: 'Propeller Logbooks, Overhaul and Ground Strikes',
    about: 'What counts as a strike, what has to be inspected after it, and what goes in whose logbook.',
    points: ['Sudden stoppage and the engine behind it', 'Calendar and hour limits', 'Transport and storage'],
  },
  {
    by: 'quillback',
    title: 'Safety Wire, Cotter Pins and Other Small Things',
    about:
      'The humblest hour of the day, and the one most often failed in an inspection. Bring your own pliers.',
    points: ['Direction, twist and tension', 'Castellated nuts and torque range', 'Photos before closing up'],
  },
  {
    by: 'copperwick',
    title: 'Engine Preservation and Return to Service',
    about: 'Airplanes that wait age quickly. Preserving an engine for months and waking it gently.',
    points: ['Desiccant plugs and preservation oil', 'Cam and lifter corrosion', 'First run checks'],
  },
  {
    by: 'merrywhirl',
    title: 'Vibration: From a Complaint to a Cause',
    about: 'Fixed wing or rotor, a spectrum has names in it. Finding them with a loan set and an hour.',
    points: ['Placing the sensor', 'Once per revolution, and its multiples', 'Mounts, baffles and spinners'],
  },
  {
    by: 'emberwell',
    title: 'Your First Turbine: What Piston Mechanics Should Know',
    about:
      'Temperatures, cycles and cleanliness: the habits that change when the propeller is driven by a gas generator.',
    points: ['Cycles and hours', 'Start limits and who watches them', 'Foreign objects and the intake'],
  },
]
