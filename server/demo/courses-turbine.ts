import type { Course } from './course.ts'

export const turbineCourses: readonly Course[] = [
  {
    by: 'emberwell',
    title: 'Hot Section Inspections: What Limits Really Mean',
    about: 'How to read the limits for liners, vane rings and blades, and plan before opening.',
    points: ['Cracks that stay or go', 'Blade tip clearance', 'Tooling on the bench first'],
  },
  {
    by: 'plainchart',
    title: 'Turbine Engine Trend Monitoring That Finds Things Early',
    about: 'A few steady readings a flight show a dirty compressor long before a limit does.',
    points: ['Comparable readings', 'Indication fault or engine fault', 'Steps and drifts'],
  },
  {
    by: 'brindlecell',
    title: 'Ni-Cd, Lead-Acid and Lithium: Starting Power for Turbines',
    about: 'A weak start is a hot start: capacity, internal resistance and temperature sensing.',
    points: ['Capacity and cell balance', 'Thermal runaway', 'Changing the battery type'],
  },
  {
    by: 'lanternfish',
    title: 'Borescoping a Turbine: Stages, Scales and Sentences',
    about: 'Turn the shaft, count the blades, measure the damage, and write down what you saw.',
    points: ['A fixed order of looking', 'Measuring a nick', 'Words for burning and coating loss'],
  },
  {
    by: 'bluerill',
    title: 'Fuel Nozzles, Streaking and Hot Starts',
    about: 'Carbon on one nozzle can ruin a vane ring: flow checks, patterns and intervals.',
    points: ['Reading a spray pattern', 'Seals and leak checks', 'After a hot start'],
  },
  {
    by: 'marginalia',
    title: 'STC Paperwork: Permission, ICAs and the Form 337',
    about: 'From the holder’s permission to the flight manual supplement: the file of an alteration.',
    points: ['STCs that live together', 'Instructions for the operator', 'A complete Form 337'],
  },
  {
    by: 'quillback',
    title: 'Chip Detectors, Magnetic Plugs and Gearbox Health',
    about: 'A chip light is a question. How to collect, judge and report debris.',
    points: ['Fuzz, flakes and slivers', 'Flush, run and look again', 'Useful debris reports'],
  },
  {
    by: 'fernloom',
    title: 'Starter-Generators and Wiring That Runs Hot',
    about: 'Brush wear, terminal torque and cable condition around the starter-generator.',
    points: ['Brush inspection', 'Voltage drop in the start circuit', 'Clamps and chafe'],
  },
  {
    by: 'saltgrass',
    title: 'Compressor Wash and Salt: An Operator’s Routine',
    about: 'Desalination rinse or performance wash: how to decide, and how to see that it worked.',
    points: ['Water quality and nozzles', 'Protecting bleed air', 'Power before and after'],
  },
]
