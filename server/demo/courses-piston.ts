import type { Course } from './course.ts'

export const pistonCourses: readonly Course[] = [
  {
    by: 'sparrowgate',
    title: 'Magneto Timing, Inside and Out',
    about: 'Internal timing, timing to the engine, and what a rough mag check tells you beforehand.',
    points: ['E-gap and point opening', 'Impulse couplings and P-leads', 'A 500-hour inspection'],
  },
  {
    by: 'brindlecell',
    title: 'Battery Capacity Testing You Can Sign For',
    about: 'How to run a capacity test by the maker’s instructions, and when to reject a battery.',
    points: ['Test, deep cycle and recharge', 'The logbook entry', 'Storage between annuals'],
  },
  {
    by: 'lanternfish',
    title: 'Borescope First: Reading Exhaust Valves and Cylinder Walls',
    about: 'A compression test is one number. A standard set of pictures for every cylinder is the story.',
    points: ['Valves side by side', 'Hone marks, corrosion and scuffing', 'Pictures to compare next year'],
  },
  {
    by: 'marginalia',
    title: 'AD Research: From Type Certificate to Signed List',
    about: 'How to search airframe, engine, propeller and appliances, and how to record compliance.',
    points: ['Working from serial numbers', 'Recurring ADs', 'What § 91.417 wants in the records'],
  },
  {
    by: 'copperwick',
    title: 'Compression, Leakage and the Decision to Pull a Cylinder',
    about: 'Differential compression testing with a master orifice, done warm and read well.',
    points: ['Listening for the leak', 'Lapping a valve in place', 'Torque order on reassembly'],
  },
  {
    by: 'tolliver',
    title: 'Propeller Care: Nicks, Grease and Dynamic Balance',
    about: 'What can be dressed on the wing, what goes to the shop, and what a smooth propeller saves.',
    points: ['Blending within limits', 'Grease leaks and hub corrosion', 'Reading a balance chart'],
  },
  {
    by: 'amberdrop',
    title: 'Oil Filters and Oil Analysis as One Story',
    about: 'Cut the filter, look, send the sample: how metals and hours make a trend for the owner.',
    points: ['Sorting metals at the bench', 'Sampling the same way', 'When to ground the airplane'],
  },
  {
    by: 'bluerill',
    title: 'Induction and Fuel Injection Troubleshooting',
    about: 'Uneven mixtures, hot starts and rough idle: from induction leaks to nozzle flow.',
    points: ['Finding an induction leak', 'Setting fuel pressure', 'Cleaning nozzles'],
  },
  {
    by: 'fernloom',
    title: 'Alternators, Regulators and Grounds',
    about: 'Most charging faults are connections. Measuring voltage drop under load finds them in minutes.',
    points: ['A voltage drop map', 'Field circuit checks', 'Terminals, torque and strain relief'],
  },
]
