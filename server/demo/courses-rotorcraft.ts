import type { Course } from './course.ts'

export const rotorcraftCourses: readonly Course[] = [
  {
    by: 'merrywhirl',
    title: 'Rotor Track and Balance Without Chasing Your Tail',
    about: 'Condition first, track next, balance last, and how to read a polar chart.',
    points: ['Before the first run', 'Pitch links, tabs and weights', 'When to stop'],
  },
  {
    by: 'quillback',
    title: 'Main and Tail Rotor Gearboxes: Chips, Oil and Temperature',
    about: 'What a gearbox tells you between overhauls, and how to act on a chip light in the field.',
    points: ['Debris by size and material', 'Checks after a chip', 'Input seals and mounts'],
  },
  {
    by: 'marginalia',
    title: 'Life-Limited Parts: Cards, Cycles and § 43.10',
    about: 'Historical records that follow the part, and what to do when a page is missing.',
    points: ['Hours, starts and lifts', 'Segregating timed-out parts', 'Airworthiness limitations'],
  },
  {
    by: 'saltgrass',
    title: 'Corrosion in Helicopters That Work Over Water',
    about: 'Rinse, dry, look, protect: a routine for magnesium housings and blade roots.',
    points: ['Five places to look first', 'Removal within limits', 'Where compounds must not go'],
  },
  {
    by: 'emberwell',
    title: 'Power Assurance Checks and What They Decide',
    about: 'A chart, four gauges and a steady hover tell engine, bleed air and gauge errors apart.',
    points: ['The same check each time', 'Margins and their trend', 'Before blaming the engine'],
  },
  {
    by: 'lanternfish',
    title: 'Blade Inspection: Bond Lines, Erosion and the Tap Test',
    about: 'Metal and composite blades: what you see, what you hear, and what goes to a blade shop.',
    points: ['Tapping in a pattern', 'Erosion strips and tip caps', 'Water in the honeycomb'],
  },
  {
    by: 'bluerill',
    title: 'Hydraulic Servos and Flight Control Checks',
    about: 'Leakage limits and stiff collectives, and how to bleed a system without a new fault.',
    points: ['Internal and external leakage', 'Hose routing', 'Checks with a second person'],
  },
  {
    by: 'brindlecell',
    title: 'Helicopter Batteries: Capacity, Heat and Vibration',
    about: 'Many starts and short flights are hard on a battery. How to test and mount it.',
    points: ['Capacity test intervals', 'Vents and drains', 'Temperature warning systems'],
  },
  {
    by: 'fernloom',
    title: 'Wire Harness Care Where Everything Vibrates',
    about: 'Support, chafe and connectors, with pictures of repairs that lasted and some that did not.',
    points: ['Clamp spacing and slack', 'Splices', 'Backshells and strain relief'],
  },
]
