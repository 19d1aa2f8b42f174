import type { Locator } from 'playwright-core'

/** Whether anything but one colour stands on a canvas. */
export function isDrawn(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    const points = new Uint32Array(data.buffer)
    return points.some((point) => point !== points[0])
  })
}
