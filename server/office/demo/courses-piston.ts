import type { Course } from './course.ts'

export const pistonCourses: readonly Course[] = [
  {
    by: 'sparrowgate',
    title: 'Magneto Timing, Inside and Out',
    about:
      'Internal timing, timing to the engine, and what a rough mag check is telling you before the cowling comes off.',
    points: [
      'How E-gap and point opening belong together',
      'Why impulse couplings and P-leads deserve a look of their own',
      'A 500-hour inspection step by step',
    ],
  },
  {
    by: 'brindlecell',
    title: 'Battery Capacity Testing You Can Sign For',
    about:
      'An emergency bus is only as long as its battery. How to run a capacity test by the maker’s instructions, and when to reject.',
    points: [
      'Capacity test, deep cycle and recharge in the right order',
      'What the logbook entry has to say',
      'Storage and shipping between annuals',
    ],
  },
  {
    by: 'lanternfish',
    title: 'Borescope First: Reading Exhaust Valves and Cylinder Walls',
    about:
      'A compression test is one number; a picture is the story. A standard set of pictures for every cylinder, every annual.',
    points: [
      'Healthy, watch and remove: valves side by side',
      'Reading hone marks, corrosion and scuffing',
      'Keeping pictures that can be compared next year',
    ],
  },
  {
    by: 'marginalia',
    title: 'AD Research: From Type Certificate to Signed List',
    about:
      'Airframe, engine, propeller and appliances: how to search so that nothing falls between them, and how to record compliance.',
    points: [
      'Working from serial numbers, not from memory',
      'Recurring ADs and the next due line',
      'What § 91.417 wants to find in the records',
    ],
  },
  {
    by: 'copperwick',
    title: 'Compression, Leakage and the Decision to Pull a Cylinder',
    about:
      'Differential compression testing with a master orifice, done warm and read well, and how it goes together with the borescope.',
    points: [
      'Listening for where the air goes',
      'Lapping or staking a valve in place: when, and when not',
      'Torque order when the cylinder goes back on',
    ],
  },
  {
    by: 'tolliver',
    title: 'Propeller Care: Nicks, Grease and Dynamic Balance',
    about:
      'What can be dressed on the wing, what goes to the shop, and why a smooth propeller saves the rest of the airplane.',
    points: [
      'Blending leading edge damage within limits',
      'Grease leaks and hub corrosion',
      'Reading a balance chart and placing the weights',
    ],
  },
  {
    by: 'amberdrop',
    title: 'Oil Filters and Oil Analysis as One Story',
    about:
      'Cut the filter, look, then send the sample. How metals, particles and hours make a trend that an owner understands.',
    points: [
      'Sorting ferrous from non-ferrous at the bench',
      'Taking the sample the same way every time',
      'When to ground, when to fly ten hours and look again',
    ],
  },
  {
    by: 'bluerill',
    title: 'Induction and Fuel Injection Troubleshooting',
    about:
      'Uneven mixtures, hot starts and rough idle: a method that begins with leaks and ends with the nozzle flow.',
    points: [
      'Finding an induction leak without guessing',
      'Setting fuel pressure by the maker’s tables',
      'Cleaning nozzles without changing their flow',
    ],
  },
  {
    by: 'fernloom',
    title: 'Alternators, Regulators and Grounds',
    about: 'Most charging faults are connections. Measuring voltage drop under load finds them in minutes.',
    points: [
      'A voltage drop map from bus bar to battery',
      'Field circuit checks at the airplane',
      'Terminals, torque and strain relief',
    ],
  },
  {
    by: 'saltgrass',
    title: 'Exhaust Systems: Leaks, Cracks and Carbon Monoxide',
    about:
      'Mufflers, slip joints and heat exchangers fail quietly. How to pressurize, look, and replace in time.',
    points: [
      'A pressure check with soapy water',
      'Where cracks begin',
      'CO detectors, and why they belong in the annual',
    ],
  },
]
