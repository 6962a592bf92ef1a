export interface Company {
  name: string
  /** Its business, in one sentence. */
  line: string
  presenter: string
  designation: string
  /** The presenter, in one sentence. */
  about: string
}

export type CompanyKey = keyof typeof companies

/** Fictional companies and presenters, by the name of their logo, website and mailbox. */
export const companies = {
  brindlecell: {
    name: 'Brindlecell Batteries',
    line: 'Main and emergency batteries for light aircraft and helicopters, with a shop that tests them.',
    presenter: 'Celia Volt',
    designation: 'Battery shop lead',
    about: 'Celia has sent more batteries back to service than she has rejected, but only just.',
  },
  sparrowgate: {
    name: 'Sparrowgate Ignition',
    line: 'Magneto overhaul, harnesses and spark plugs.',
    presenter: 'Magda Neto',
    designation: 'Ignition specialist, A&P/IA',
    about: 'Magda sets internal timing by hand and explains it with a flashlight and a wheel of cheese.',
  },
  tolliver: {
    name: 'Tolliver Ridge Propeller',
    line: 'Propeller overhaul, repair and dynamic balancing in the field.',
    presenter: 'Blaine Pitch',
    designation: 'Propeller inspector',
    about: 'Blaine drives a van full of reflective tape and accelerometers from ramp to ramp.',
  },
  copperwick: {
    name: 'Copperwick Cylinders',
    line: 'Cylinders, pistons and valves for four and six cylinder engines.',
    presenter: 'Otto Strokewell',
    designation: 'Engine builder, A&P/IA',
    about: 'Otto keeps a shelf of exhaust valves, sorted by what their owners should have noticed.',
  },
  emberwell: {
    name: 'Emberwell Turbine Care',
    line: 'Hot section inspections and field support for small turboprops and turboshafts.',
    presenter: 'Brayton Flameworth',
    designation: 'Turbine field representative',
    about: 'Brayton has opened hot sections on four continents and one lake.',
  },
  plainchart: {
    name: 'Plainchart Engine Trends',
    line: 'Engine trend monitoring that a mechanic reads in a minute.',
    presenter: 'Trendon Lines',
    designation: 'Engine data analyst',
    about: 'Trendon believes that every engine tells you first, in small numbers.',
  },
  merrywhirl: {
    name: 'Merrywhirl Rotor Balance',
    line: 'Track and balance equipment, and the people to teach it.',
    presenter: 'Rhoda Track',
    designation: 'Vibration analyst, A&P/IA',
    about: 'Rhoda hears a half inch of blade track from the parking lot.',
  },
  quillback: {
    name: 'Quillback Gearboxes',
    line: 'Accessory, main and tail rotor gearbox overhaul.',
    presenter: 'Planetta Geary',
    designation: 'Drivetrain engineer',
    about: 'Planetta reads chips and fuzz the way others read tea leaves, with better results.',
  },
  fernloom: {
    name: 'Fernloom Wiring',
    line: 'Wire harnesses built to print, and repairs that look like them.',
    presenter: 'Crispin Crimp',
    designation: 'Avionics technician',
    about: 'Crispin has never met a ground stud that he did not clean.',
  },
  saltgrass: {
    name: 'Saltgrass Coatings',
    line: 'Corrosion treatment, primers and preventive compounds.',
    presenter: 'Rusty Nevers',
    designation: 'Corrosion control lead',
    about: 'Rusty lives beside the sea, so the work comes to him.',
  },
  lanternfish: {
    name: 'Lanternfish Borescopes',
    line: 'Borescopes for cylinders and turbines, with training and loan sets.',
    presenter: 'Iris Probe',
    designation: 'Inspection trainer',
    about: 'Iris finds in ten minutes what a teardown finds in ten days.',
  },
  marginalia: {
    name: 'Marginalia Aircraft Records',
    line: 'Logbook research, AD lists and conformity paperwork.',
    presenter: 'Paige Logwell',
    designation: 'Records analyst, A&P/IA',
    about: 'Paige has read every page of a sixty year old logbook, and the receipts between them.',
  },
  steadyhand: {
    name: 'Steadyhand Human Factors',
    line: 'Human factors and safety training for maintenance shops.',
    presenter: 'Dirk Dozen',
    designation: 'Human factors instructor',
    about: 'Dirk teaches what he learned from a flashlight that he once left behind.',
  },
  evenbeam: {
    name: 'Evenbeam Aircraft Scales',
    line: 'Platform and jack scales, for sale and for rent.',
    presenter: 'Armand Datum',
    designation: 'Weighing specialist',
    about: 'Armand has weighed everything from gliders to a fire helicopter with its bucket.',
  },
  amberdrop: {
    name: 'Amberdrop Oil Laboratory',
    line: 'Oil, filter and fuel analysis by mail.',
    presenter: 'Phil T. Patch',
    designation: 'Laboratory lead',
    about: 'Phil opens a thousand filters a month and would like you to write the hours on the label.',
  },
  thistledown: {
    name: 'Thistledown Wheel & Brake',
    line: 'Wheels, brakes, tires and struts.',
    presenter: 'Callie Purr',
    designation: 'Landing gear technician',
    about: 'Callie can tell a dragging brake by the color of its bolts.',
  },
  bluerill: {
    name: 'Bluerill Fuel & Hose',
    line: 'Hose assemblies, fuel cells and fuel system parts.',
    presenter: 'Flo Rate',
    designation: 'Fuel systems technician',
    about: 'Flo follows every leak to where it starts, which is never where it drips.',
  },
  truenotch: {
    name: 'Truenotch Calibration',
    line: 'Calibration of torque wrenches, gauges and test sets.',
    presenter: 'Newton Torque',
    designation: 'Metrology technician',
    about: 'Newton owns one favorite wrench and three that check it.',
  },
  wrenfield: {
    name: 'Wrenfield Parts Exchange',
    line: 'New and overhauled parts with the paper that belongs to them.',
    presenter: "Bill O'Materials",
    designation: 'Receiving inspector',
    about: 'Bill has sent back a perfect part because its tag was not.',
  },
  juniper: {
    name: 'Juniper & Strut Insurance',
    line: 'Cover for hangars, shops and the people who sign.',
    presenter: 'Polly Sea',
    designation: 'Shop safety adviser',
    about: 'Polly visits shops before anything happens, which is how she likes it.',
  },
} as const satisfies Record<string, Company>
