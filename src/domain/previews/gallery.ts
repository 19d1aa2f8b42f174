import { IMAGE_ZOOM_MAX, IMAGE_ZOOM_MIN, IMAGE_ZOOM_SETTLED, NAVIGATION_SWIPE, SWIPE } from '@/domain/previews/limits'

/** px */
export interface Point {
  x: number
  y: number
}

export function middleOf(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/** px */
export function apart(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y)
}

/** px. */
export interface Extent {
  width: number
  height: number
}

/** The position of a picture in its frame: offset from the middle (px), rotation (degrees), and scale relative to the fitted size. */
export interface PictureView extends Point {
  scale: number
  rotation: number
}

/** A touch gesture on a picture. */
export interface Gesture {
  /** The picture's position when the present fingers touched it. */
  from: PictureView
  /** Where the fingers touched, relative to the middle of the frame. */
  start: readonly Point[]
  /** ms */
  at: number
  /** Two fingers have touched, so the rest of the gesture is no swipe. */
  isPinch: boolean
  /** The direction of one finger. `down` drags the picture to dismiss it; null until the finger has moved far enough. */
  direction: 'across' | 'down' | null
}

export interface SwipeLimits {
  /** The finger must move at least this many px sideways. */
  threshold: number
  /** The finger may move at most this many px up or down. */
  restraint: number
  /** ms at most */
  maxTime: number
}

export type Turn = 'next' | 'previous'

/** px after which the direction of a finger is known */
const WANDER = 10
/** px and ms: a downward flick, shorter than a slow pull */
const FLICK = { least: 40, maxTime: 250 }
/** px of a pull that would shrink the picture to nothing, and the smallest scale */
const SHRINKING = { over: 1000, least: 0.5 }

/** The initial view of a picture. @param rotation degrees that turn it upright (exif_rotation, 1§3) */
export function restingView(rotation = 0): PictureView {
  return { x: 0, y: 0, scale: 1, rotation }
}

/**
 * Whether a drag is a swipe (1§9, PREV-19): far enough sideways, not too far up or down, fast enough.
 * @param drag px and ms from the first touch to the last
 */
export function swipeOf(drag: Point & { time: number }, limits: SwipeLimits = SWIPE): Turn | null {
  const { threshold, restraint, maxTime } = limits
  if (Math.abs(drag.x) < threshold || Math.abs(drag.y) > restraint || drag.time > maxTime) return null
  return drag.x < 0 ? 'next' : 'previous'
}

/** The turn of a drag: a swipe, or a slower drag by a third of the frame's width (px) within the limits of NAVIGATION_SWIPE. */
export function turnOf(drag: Point & { time: number }, width: number): Turn | null {
  return swipeOf(drag) ?? (Math.abs(drag.x) >= width / 3 ? swipeOf(drag, NAVIGATION_SWIPE) : null)
}

/**
 * Whether releasing the picture dismisses it: after a pull beyond the restraint of a swipe, or after a flick straight down.
 * @param drag px and ms from the first touch to the last
 */
export function isDismissed({ x, y, time }: Point & { time: number }): boolean {
  if (y > SWIPE.restraint) return y > Math.abs(x)
  return y >= FLICK.least && y > 2 * Math.abs(x) && time <= FLICK.maxTime
}

/** The scale after a pinch: at least 0.8; above 5 it returns to 3 (1§4). */
export function settledScale(scale: number): number {
  if (scale < IMAGE_ZOOM_MIN) return IMAGE_ZOOM_MIN
  return scale > IMAGE_ZOOM_MAX ? IMAGE_ZOOM_SETTLED : scale
}

/** The nearest quarter turn (1§4); degrees. */
export function settledRotation(rotation: number): number {
  return Math.round(rotation / 90) * 90
}

/** Starts the gesture anew after a finger touched or lifted. */
export function startGesture(view: PictureView, points: readonly Point[], at: number, before: Gesture | null): Gesture {
  const isPinch = points.length > 1 || (before?.isPinch ?? false)
  return { from: view, start: points, at, isPinch, direction: null }
}

/** The gesture after a move. The first downward move on a picture that fits its frame drags the picture from then on. */
export function setDirection(gesture: Gesture, [now]: readonly Point[]): Gesture {
  const [first] = gesture.start
  if (gesture.direction || gesture.isPinch || gesture.from.scale > 1 || !first || !now) return gesture
  const [x, y] = [now.x - first.x, now.y - first.y]
  if (Math.hypot(x, y) < WANDER) return gesture
  return { ...gesture, direction: y > Math.abs(x) ? 'down' : 'across' }
}

/** The picture's position under the fingers. `across` is how far the row of pictures follows a finger (px). */
export function moveGesture(
  { from, start, isPinch, direction }: Gesture,
  points: readonly Point[],
): { view: PictureView; across: number } {
  const [a, b] = start
  const [c, d] = points
  if (!a || !c) return { view: from, across: 0 }
  if (b && d) return { view: pinchView(from, [a, b], [c, d]), across: 0 }
  const [x, y] = [c.x - a.x, c.y - a.y]
  if (from.scale > 1) return { view: { ...from, x: from.x + x, y: from.y + y }, across: 0 }
  if (direction === 'down') {
    const shrunk = Math.min(1, Math.max(SHRINKING.least, 1 - y / SHRINKING.over))
    return { view: { ...from, x: from.x + x, y: from.y + y, scale: from.scale * shrunk }, across: 0 }
  }
  return { view: from, across: isPinch ? 0 : x }
}

/** Keeps the points of the picture under the fingers. */
function pinchView(from: PictureView, [a, b]: [Point, Point], [c, d]: [Point, Point]): PictureView {
  const growth = apart(c, d) / Math.max(1, apart(a, b))
  const turn = normaliseAngle(Math.atan2(d.y - c.y, d.x - c.x) - Math.atan2(b.y - a.y, b.x - a.x))
  const [middle, now] = [middleOf(a, b), middleOf(c, d)]
  const [x, y] = [from.x - middle.x, from.y - middle.y]
  return {
    x: now.x + growth * (x * Math.cos(turn) - y * Math.sin(turn)),
    y: now.y + growth * (x * Math.sin(turn) + y * Math.cos(turn)),
    scale: from.scale * growth,
    rotation: from.rotation + (turn * 180) / Math.PI,
  }
}

/** The resting position after the gesture. A picture larger than its frame covers the frame; a smaller one is centred. */
export function settle(view: PictureView, frame: Extent, picture: Extent): PictureView {
  const scale = settledScale(view.scale)
  const rotation = settledRotation(view.rotation)
  const zoom = scale / view.scale
  const size = shownSize(frame, picture, rotation)
  return {
    x: within(view.x * zoom, (size.width * scale - frame.width) / 2),
    y: within(view.y * zoom, (size.height * scale - frame.height) / 2),
    scale,
    rotation,
  }
}

/** Toggles between scale 1 and 2 (1§4). The tapped point keeps its place. */
export function toggleZoom(view: PictureView, tap: Point, frame: Extent, picture: Extent): PictureView {
  if (view.scale !== 1) return restingView(settledRotation(view.rotation))
  return settle({ ...view, scale: 2, x: 2 * view.x - tap.x, y: 2 * view.y - tap.y }, frame, picture)
}

/** The factor that makes a turned picture fit its frame as it did upright. */
export function fitOf(frame: Extent, picture: Extent, rotation: number): number {
  const upright = shownSize(frame, picture, 0)
  const turned = shownSize(frame, picture, settledRotation(rotation))
  return isAcross(rotation) ? turned.height / upright.width : 1
}

/** px of the fitted picture in its present rotation. */
function shownSize(frame: Extent, picture: Extent, rotation: number): Extent {
  const [width, height] = isAcross(rotation) ? [picture.height, picture.width] : [picture.width, picture.height]
  const fit = Math.min(frame.width / width, frame.height / height)
  return { width: width * fit, height: height * fit }
}

function isAcross(rotation: number): boolean {
  return Math.abs(settledRotation(rotation) / 90) % 2 === 1
}

function within(value: number, limit: number): number {
  const most = Math.max(0, limit)
  return Math.min(most, Math.max(-most, value))
}

/** Radians, normalised to the shorter direction. */
function normaliseAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
