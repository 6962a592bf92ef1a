import type { CompanyKey } from './companies.ts'
import type { Layer } from './picture.ts'
import {
  arc,
  around,
  box,
  circle,
  cut,
  join,
  leaf,
  mirror,
  move,
  outline,
  overlap,
  path,
  polygon,
  ring,
  turn,
  wave,
} from './shapes.ts'

const navy = '#0b2545'
const blue = '#1f5796'
const sky = '#7fa9d6'
const teal = '#0a6e54'
const mint = '#6cbfa4'
const violet = '#5a3f9e'
const lilac = '#a493d6'
const amber = '#d98e14'
const sand = '#f2c46b'
const copper = '#b05a34'
const rust = '#a63d2f'
const slate = '#4a5565'
const mist = '#c3cedb'

/** What is drawn for each company: plain shapes that still read at the height of a line of text. */
export const companyMarks: Record<CompanyKey, readonly Layer[]> = {
  brindlecell: [
    [navy, outline(0.12, box(1.76, 1, 0.22))],
    [navy, move(1.02, 0, box(0.14, 0.42, 0.06))],
    [teal, move(-0.5, 0, box(0.36, 0.62, 0.08))],
    [teal, box(0.36, 0.62, 0.08)],
    [mint, move(0.5, 0, box(0.36, 0.62, 0.08))],
  ],
  sparrowgate: [
    [rust, join(arc(0.62, 90, 270, 0.34), mirror(move(0.62, -0.15, box(0.34, 0.36))))],
    [mist, mirror(move(0.62, -0.48, box(0.34, 0.32)))],
    [amber, move(0, -0.42, join(leaf(0.86, 0.2), turn(90, leaf(0.62, 0.2))))],
  ],
  tolliver: [
    [sand, around(3, move(0.06, -0.5, turn(8, leaf(0.88, 0.36))))],
    [blue, overlap(around(3, move(0.06, -0.5, turn(8, leaf(0.88, 0.36)))), circle(0.72))],
    [navy, circle(0.22)],
    ['#ffffff', circle(0.08)],
  ],
  copperwick: [
    [copper, move(0, -0.14, box(0.84, 1.36, 0.3))],
    ...[-0.52, -0.26, 0, 0.26].map((down): Layer => [slate, move(0, down, box(1.4, 0.11, 0.055))]),
    [slate, move(0, 0.56, box(1.1, 0.2, 0.06))],
    [copper, move(0, 0.76, box(0.56, 0.24, 0.05))],
  ],
  emberwell: [
    [slate, around(16, move(0, -0.66, turn(28, leaf(0.46, 0.15))))],
    [slate, ring(0.88, 0.07)],
    [amber, circle(0.36)],
    [sand, circle(0.2)],
  ],
  plainchart: [
    [mist, path(0.07, [-1.4, 0.62], [1.4, 0.62])],
    [teal, path(0.16, [-1.3, 0.3], [-0.65, -0.05], [0, 0.12], [0.65, -0.4], [1.25, -0.55])],
    [navy, join(move(-0.65, -0.05, circle(0.15)), move(0, 0.12, circle(0.15)))],
    [amber, move(0.65, -0.4, circle(0.2))],
  ],
  merrywhirl: [
    [violet, turn(45, around(4, move(0, -0.48, box(0.15, 0.84, 0.075))))],
    [
      lilac,
      join(
        arc(0.78, -28, 28, 0.08),
        arc(0.78, 62, 118, 0.08),
        arc(0.78, 152, 208, 0.08),
        arc(0.78, 242, 298, 0.08),
      ),
    ],
    [violet, circle(0.24)],
    ['#ffffff', circle(0.1)],
  ],
  quillback: [
    [navy, cut(join(circle(0.66), around(12, move(0, -0.7, box(0.2, 0.34, 0.05)))), circle(0.44))],
    [copper, around(3, move(0, -0.25, circle(0.15)))],
    [navy, circle(0.1)],
  ],
  fernloom: [
    [teal, overlap(move(0, -0.36, wave(0.34, 2.6, 0, 0.17)), box(2.6, 2))],
    [amber, overlap(wave(0.34, 2.6, 0, 0.17), box(2.6, 2))],
    [navy, overlap(move(0, 0.36, wave(0.34, 2.6, 0, 0.17)), box(2.6, 2))],
    [slate, mirror(move(1.3, 0, box(0.24, 1.2, 0.07)))],
  ],
  saltgrass: [
    [mint, mirror(move(0.38, -0.02, turn(32, leaf(1.1, 0.3))))],
    [teal, move(0, -0.2, leaf(1.4, 0.36))],
    [blue, move(0, 0.58, overlap(wave(0.14, 0.7, 0, 0.12), box(2, 1)))],
    [sky, move(0, 0.82, overlap(wave(0.14, 0.7, 0, 0.1), box(1.4, 1)))],
  ],
  lanternfish: [
    [navy, move(0.05, 0.15, turn(90, leaf(1.7, 0.95)))],
    [navy, polygon([-0.6, 0.15], [-1.15, -0.25], [-1.0, 0.15], [-1.15, 0.55])],
    ['#ffffff', move(0.5, 0.06, circle(0.1))],
    [slate, move(0.55, -0.3, arc(0.44, -70, 75, 0.06))],
    [amber, move(1.0, -0.28, circle(0.17))],
    ['#f2c46b55', move(1.0, -0.28, circle(0.32))],
  ],
  marginalia: [
    [blue, polygon([-0.04, -0.5], [-0.9, -0.7], [-0.9, 0.5], [-0.04, 0.72])],
    [navy, polygon([0.04, -0.5], [0.9, -0.7], [0.9, 0.5], [0.04, 0.72])],
    [sand, polygon([0.66, -0.645], [0.82, -0.68], [0.82, 0.52], [0.66, 0.56])],
    [
      '#ffffff',
      join(
        path(0.07, [-0.7, -0.32], [-0.24, -0.21]),
        path(0.07, [-0.7, -0.02], [-0.24, 0.09]),
        path(0.07, [-0.7, 0.28], [-0.24, 0.39]),
      ),
    ],
  ],
  steadyhand: [
    [sky, move(-0.62, 0.1, ring(0.5, 0.17))],
    [blue, move(0, -0.18, ring(0.5, 0.17))],
    [navy, move(0.62, 0.1, ring(0.5, 0.17))],
  ],
  evenbeam: [
    [slate, polygon([0, -0.06], [0.46, 0.72], [-0.46, 0.72])],
    [blue, move(0, -0.12, box(2.5, 0.16, 0.08))],
    [navy, move(-0.56, -0.5, box(0.6, 0.6, 0.1))],
    [amber, move(1.02, -0.36, box(0.32, 0.32, 0.07))],
  ],
  amberdrop: [
    [amber, join(move(0, 0.24, circle(0.58)), polygon([0, -0.88], [0.496, -0.06], [-0.496, -0.06]))],
    [sand, move(0, 0.24, arc(0.36, 190, 265, 0.13))],
  ],
  thistledown: [
    [navy, ring(0.72, 0.26)],
    [mist, circle(0.44)],
    ['#ffffff', around(6, move(0, -0.27, circle(0.085)))],
    [navy, circle(0.11)],
    [rust, arc(0.72, 42, 108, 0.26)],
  ],
  bluerill: [
    [
      blue,
      join(
        path(0.26, [-1, 0.5], [0.25, 0.5]),
        path(0.26, [-0.25, 0], [0.25, 0]),
        path(0.26, [-0.25, -0.5], [1, -0.5]),
      ),
    ],
    [blue, join(move(0.25, 0.25, arc(0.25, 0, 180, 0.26)), move(-0.25, -0.25, arc(0.25, 180, 360, 0.26)))],
    [amber, join(move(-1.02, 0.5, box(0.22, 0.5, 0.06)), move(1.02, -0.5, box(0.22, 0.5, 0.06)))],
  ],
  truenotch: [
    [slate, cut(ring(0.76, 0.12), move(0, 0.8, box(0.4, 0.5)))],
    [slate, cut(around(12, move(0, -0.58, box(0.06, 0.16))), move(0, 0.6, box(0.8, 0.4)))],
    [rust, turn(38, polygon([0, -0.62], [0.09, 0.06], [-0.09, 0.06]))],
    [navy, circle(0.15)],
  ],
  wrenfield: [
    [blue, mirror(path(0.17, [0, 0.06], [0.5, -0.3], [1.4, -0.46]))],
    [sky, mirror(path(0.17, [0, 0.34], [0.48, 0], [1.12, -0.14]))],
    [mist, mirror(path(0.17, [0, 0.62], [0.44, 0.3], [0.86, 0.18]))],
  ],
  juniper: [
    [slate, join(path(0.06, [-0.8, 0.5], [0.8, -0.5]), path(0.06, [-0.8, -0.5], [0.8, 0.5]))],
    [slate, mirror(path(0.1, [0.8, -0.5], [0.8, 0.5]))],
    [teal, join(move(0, -0.5, box(2.5, 0.18, 0.09)), move(0, 0.5, box(2.1, 0.18, 0.09)))],
    [violet, circle(0.2)],
  ],
}
