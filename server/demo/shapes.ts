/** A shape as the signed distance to its edge, negative inside. Lengths are in half heights of a picture, y points down. */
export type Shape = (x: number, y: number) => number

export function circle(radius: number): Shape {
  return (x, y) => Math.hypot(x, y) - radius
}

/** A rectangle around the origin. */
export function box(width: number, height: number, corner = 0): Shape {
  return (x, y) => {
    const [dx, dy] = [Math.abs(x) - width / 2 + corner, Math.abs(y) - height / 2 + corner]
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
  }
}

/** Lines from point to point with round ends. */
export function path(width: number, ...points: Point[]): Shape {
  const starts = points.slice(0, -1)
  return (x, y) =>
    Math.min(...starts.map((start, index) => toSegment(x, y, start, points[index + 1] ?? start))) - width / 2
}

/** The area within these corners. */
export function polygon(...corners: Point[]): Shape {
  return (x, y) => {
    let distance = Number.POSITIVE_INFINITY
    let isInside = false
    for (const [index, end] of corners.entries()) {
      const start = corners.at(index - 1) ?? end
      distance = Math.min(distance, toSegment(x, y, start, end))
      const isCrossed = start[1] > y !== end[1] > y
      if (isCrossed && x < ((end[0] - start[0]) * (y - start[1])) / (end[1] - start[1]) + start[0])
        isInside = !isInside
    }
    return isInside ? -distance : distance
  }
}

/** A pointed blade, tips above and below the origin. */
export function leaf(length: number, width: number): Shape {
  const radius = (length * length + width * width) / (4 * width)
  const side = circle(radius)
  const offset = radius - width / 2
  return overlap(move(offset, 0, side), move(-offset, 0, side))
}

/** Part of a ring with round ends, in degrees clockwise from the top. */
export function arc(radius: number, from: number, to: number, width: number): Shape {
  const half = ((to - from) / 360) * Math.PI
  const [endX, endY] = [Math.sin(half) * radius, -Math.cos(half) * radius]
  return turn((from + to) / 2, (x, y) => {
    const isBeside = Math.abs(Math.atan2(x, -y)) <= half
    const distance = isBeside ? Math.abs(Math.hypot(x, y) - radius) : Math.hypot(Math.abs(x) - endX, y - endY)
    return distance - width / 2
  })
}

/** A sine from left to right, as often as it fits. */
export function wave(height: number, period: number, phase: number, width: number): Shape {
  const pace = (2 * Math.PI) / period
  return (x, y) => {
    const slope = (height / 2) * pace * Math.cos(pace * x + phase)
    const away = Math.abs(y - (height / 2) * Math.sin(pace * x + phase))
    return away / Math.hypot(1, slope) - width / 2
  }
}

export function move(right: number, down: number, shape: Shape): Shape {
  return (x, y) => shape(x - right, y - down)
}

/** Turned about the origin, in degrees clockwise. */
export function turn(degrees: number, shape: Shape): Shape {
  const angle = (degrees / 180) * Math.PI
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => shape(x * cos + y * sin, y * cos - x * sin)
}

/** The shape above the origin, repeated around it; one may reach over its neighbour's half. */
export function around(times: number, shape: Shape): Shape {
  const sector = (2 * Math.PI) / times
  return (x, y) => {
    const angle = Math.atan2(x, -y)
    const within = angle - sector * Math.round(angle / sector)
    const length = Math.hypot(x, y)
    const at = (angle: number) => shape(Math.sin(angle) * length, -Math.cos(angle) * length)
    return Math.min(at(within), at(within - Math.sign(within) * sector))
  }
}

/** The right half, on both sides. */
export function mirror(shape: Shape): Shape {
  return (x, y) => shape(Math.abs(x), y)
}

export function join(...shapes: Shape[]): Shape {
  return (x, y) => shapes.reduce((nearest, shape) => Math.min(nearest, shape(x, y)), Number.POSITIVE_INFINITY)
}

export function overlap(...shapes: Shape[]): Shape {
  return (x, y) =>
    shapes.reduce((farthest, shape) => Math.max(farthest, shape(x, y)), Number.NEGATIVE_INFINITY)
}

/** The first shape without the others. */
export function cut(shape: Shape, ...holes: Shape[]): Shape {
  return overlap(
    shape,
    ...holes.map(
      (hole): Shape =>
        (x, y) =>
          -hole(x, y),
    ),
  )
}

export function outline(width: number, shape: Shape): Shape {
  return (x, y) => Math.abs(shape(x, y)) - width / 2
}

export function ring(radius: number, width: number): Shape {
  return outline(width, circle(radius))
}

type Point = readonly [number, number]

function toSegment(x: number, y: number, [startX, startY]: Point, [endX, endY]: Point): number {
  const [alongX, alongY] = [endX - startX, endY - startY]
  const [fromX, fromY] = [x - startX, y - startY]
  const length = alongX * alongX + alongY * alongY || 1
  const share = Math.min(1, Math.max(0, (fromX * alongX + fromY * alongY) / length))
  return Math.hypot(fromX - alongX * share, fromY - alongY * share)
}
