import type { Course } from './course.ts'

export const rotorcraftCourses: readonly Course[] = [
  {
    by: 'merrywhirl',
    title: 'Rotor Track and Balance Without Chasing Your Tail',
    about:
      'Why the order matters: condition first, track next, balance last. Reading a polar chart so that every run gets you nearer.',
    points: [
      'What to inspect before the first run',
      'Pitch links, tabs and weights: who does what',
      'When to stop',
    ],
  },
  {
    by: 'quillback',
    title: 'Main and Tail Rotor Gearboxes: Chips, Oil and Temperature',
    about: 'What a gearbox tells you between overhauls, and how to act on a chip light in the field.',
    points: [
      'Debris by size, shape and material',
      'Serviceability checks after a chip',
      'Input seals and mounts',
    ],
  },
  {
    by: 'marginalia',
    title: 'Life-Limited Parts: Cards, Cycles and § 43.10',
    about:
      'Historical records that follow the part, torque events that count more than once, and what to do when a page is missing.',
    points: [
      'Counting hours, starts and lifts',
      'Segregating parts that are timed out',
      'Airworthiness limitations and how they change',
    ],
  },
  {
    by: 'saltgrass',
    title: 'Corrosion in Helicopters That Work Over Water',
    about:
      'Rinse, dry, look, protect: a routine for magnesium housings, blade roots and everything that dissimilar metals do to each other.',
    points: [
      'The five places to look first',
      'Removing corrosion within limits',
      'Compounds, and where they must not go',
    ],
  },
  {
    by: 'emberwell',
    title: 'Power Assurance Checks and What They Decide',
    about:
      'A chart, four gauges and a steady hover. How to tell engine, bleed air and instrument errors apart.',
    points: [
      'Flying the check the same way each time',
      'Margins and their trend',
      'What to look at before blaming the engine',
    ],
  },
  {
    by: 'lanternfish',
    title: 'Blade Inspection: Bond Lines, Erosion and the Tap Test',
    about:
      'Metal and composite blades side by side: what you see, what you hear, and what has to go to a blade shop.',
    points: ['Tapping in a pattern', 'Erosion strips and tip caps', 'Water in the honeycomb'],
  },
  {
    by: 'bluerill',
    title: 'Hydraulic Servos and Flight Control Checks',
    about:
      'Leakage limits, stiff collectives and hydraulics-off checks, and how to bleed a system without introducing the next fault.',
    points: [
      'Internal and external leakage',
      'Hose routing and replacement',
      'Functional checks with a second person',
    ],
  },
  {
    by: 'brindlecell',
    title: 'Helicopter Batteries: Capacity, Heat and Vibration',
    about:
      'Many starts, short flights and hot compartments are hard on a battery. Testing and mounting it so that it lasts.',
    points: [
      'Capacity tests at the right interval',
      'Vents, drains and corrosion around the box',
      'Temperature warning systems',
    ],
  },
  {
    by: 'fernloom',
    title: 'Wire Harness Care Where Everything Vibrates',
    about:
      'EWIS on rotorcraft: support, chafe and connectors, with pictures of repairs that came back and repairs that did not.',
    points: [
      'Clamp spacing and slack',
      'Splices: where they are allowed',
      'Connector backshells and strain relief',
    ],
  },
  {
    by: 'evenbeam',
    title: 'Weighing a Helicopter and Its Many Configurations',
    about: 'Lateral balance, role equipment and a list of equipment that agrees with what is installed.',
    points: [
      'Leveling and reaction points',
      'Lateral and longitudinal limits',
      'One weight report for each role',
    ],
  },
]
