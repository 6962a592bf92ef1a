import type { Course } from './course.ts'

export const turbineCourses: readonly Course[] = [
  {
    by: 'emberwell',
    title: 'Hot Section Inspections: What Limits Really Mean',
    about:
      'Burner liners, vane rings and blades: how to read the limits in the manual, and how to plan the inspection before opening.',
    points: [
      'Cracks that stay, cracks that go',
      'Blade tip clearance and what it costs',
      'Parts and tooling to have on the bench first',
    ],
  },
  {
    by: 'plainchart',
    title: 'Turbine Engine Trend Monitoring That Finds Things Early',
    about:
      'A few steady readings a flight show a dirty compressor, a leaking bleed valve or a tired gauge long before a limit does.',
    points: [
      'Taking readings that can be compared',
      'Telling an indication fault from an engine fault',
      'What a step and what a drift mean',
    ],
  },
  {
    by: 'brindlecell',
    title: 'Ni-Cd, Lead-Acid and Lithium: Starting Power for Turbines',
    about:
      'A weak start is a hot start. Capacity, internal resistance and temperature sensing for main ship batteries.',
    points: [
      'Capacity testing and cell balance',
      'Thermal runaway and the temperature sensor check',
      'Changing battery type: what the STC asks for',
    ],
  },
  {
    by: 'lanternfish',
    title: 'Borescoping a Turbine: Stages, Scales and Sentences',
    about:
      'Turn the shaft, count the blades, measure the damage, and write down what you saw so that the next person sees it, too.',
    points: [
      'Access ports and a fixed order of looking',
      'Measuring a nick and its distance to the root',
      'Words for burning, sulfidation and coating loss',
    ],
  },
  {
    by: 'bluerill',
    title: 'Fuel Nozzles, Streaking and Hot Starts',
    about:
      'Carbon on one nozzle can ruin a vane ring. Flow checks, spray patterns and intervals that fit the way you fly.',
    points: [
      'Reading a spray pattern',
      'Seals, torque and leak checks',
      'Following a hot start up by the book',
    ],
  },
  {
    by: 'marginalia',
    title: 'STC Paperwork: Permission, ICAs and the Form 337',
    about:
      'From the holder’s written permission to the flight manual supplement: the whole file of an alteration on one table.',
    points: [
      'Checking that STCs live well together',
      'Instructions for continued airworthiness that reach the operator',
      'A Form 337 that needs no second letter',
    ],
  },
  {
    by: 'quillback',
    title: 'Chip Detectors, Magnetic Plugs and Gearbox Health',
    about:
      'A chip light is a question. How to collect, judge and report debris, and what follows for reduction and accessory gearboxes.',
    points: [
      'Fuzz, flakes and slivers',
      'Flush, ground run and look again',
      'Debris reports that a shop can use',
    ],
  },
  {
    by: 'fernloom',
    title: 'Starter-Generators and Wiring That Runs Hot',
    about:
      'Brush wear, terminal torque and cable condition around the starter-generator, with EWIS practice that prevents the next fire.',
    points: [
      'Brush inspection and seating',
      'Voltage drop in the start circuit',
      'Clamps, chafe and separation from fluids',
    ],
  },
  {
    by: 'saltgrass',
    title: 'Compressor Wash and Salt: An Operator’s Routine',
    about:
      'Desalination rinse or performance wash? How to decide, how to do it, and how to see in the trend that it worked.',
    points: [
      'Water quality, temperature and nozzles',
      'Protecting bleed air and cabin',
      'Power recovery before and after',
    ],
  },
  {
    by: 'tolliver',
    title: 'Propeller Governors, Beta and Autofeather Checks',
    about:
      'The propeller controls of a turboprop in one hour: what each check proves, and what rigging errors look like.',
    points: [
      'Primary and overspeed governor checks',
      'Beta rigging and its lights',
      'Autofeather tests that tell the truth',
    ],
  },
]
