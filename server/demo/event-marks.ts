import type { Layer } from './picture.ts'
import type { Shape } from './shapes.ts'
import {
  around,
  box,
  circle,
  cut,
  join,
  leaf,
  mirror,
  move,
  overlap,
  path,
  polygon,
  ring,
  turn,
} from './shapes.ts'

const paper = '#ffffff'

const piston: Shape = cut(
  join(
    move(0, -0.42, box(0.84, 0.62, 0.1)),
    path(0.2, [0, -0.2], [0.17, 0.5]),
    move(0.18, 0.56, circle(0.24)),
  ),
  move(0, -0.58, box(1, 0.05)),
  move(0, -0.47, box(1, 0.05)),
  move(0, -0.24, circle(0.09)),
  move(0.18, 0.56, circle(0.11)),
)

const fan: Shape = join(
  around(12, move(0.03, -0.44, turn(24, leaf(0.6, 0.17)))),
  ring(0.78, 0.08),
  circle(0.15),
)

const helicopter: Shape = join(
  cut(
    join(move(-0.24, 0.08, turn(90, leaf(1.1, 0.72))), move(-0.2, 0.1, box(0.6, 0.5, 0.24))),
    overlap(move(-0.48, 0, circle(0.2)), move(-0.6, 0.02, box(0.34, 0.22))),
  ),
  polygon([0, -0.1], [1.02, -0.02], [1.02, 0.08], [0, 0.28]),
  move(1.02, -0.06, turn(20, box(0.09, 0.52, 0.045))),
  path(0.09, [-0.2, -0.1], [-0.2, -0.42]),
  move(-0.2, -0.46, box(1.9, 0.09, 0.045)),
  path(0.07, [-0.4, 0.3], [-0.4, 0.52]),
  path(0.07, [0, 0.3], [0, 0.52]),
  path(0.08, [-0.72, 0.46], [-0.64, 0.54], [0.3, 0.54]),
)

const palmetto: Shape = join(
  polygon([-0.06, -0.2], [0.06, -0.2], [0.1, 0.74], [-0.1, 0.74]),
  ...[0, 45, 85, 125].map((angle) => mirror(move(0, -0.24, turn(angle, move(0, -0.3, leaf(0.66, 0.17)))))),
)
const crescent: Shape = turn(-40, cut(circle(0.24), move(0, -0.1, circle(0.2))))

/** What is drawn for an event of each focus: its own motif in white on the series' colour. */
export const eventMarks: Record<number, readonly Layer[]> = {
  1: tile('#5b3a9b', helicopter),
  2: tile('#0b2545', piston),
  3: tile('#0a6e54', fan),
  4: tile('#8a5300', join(move(0.12, 0, palmetto), move(-0.72, -0.42, crescent))),
}

function tile(color: string, motif: Shape): readonly Layer[] {
  const ground = box(4, 2, 0.2)
  const echoes = join(...[1.15, 1.5, 1.85, 2.2].map((radius) => ring(radius, 0.02)))
  return [
    [color, ground],
    ['#ffffff14', overlap(ground, circle(1.15))],
    ['#ffffff2e', overlap(ground, echoes)],
    [paper, motif],
  ]
}
