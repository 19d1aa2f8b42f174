import { fillDemoWorld } from '../../server/demo/fillDemoWorld'
import type { Dependencies } from '../../server/dependencies'

/** Fills the demo world with a small crowd of files and without thumbnails, which take most of the time. */
export async function fillSmallDemo(deps: Dependencies, password: string): Promise<void> {
  const previews = Object.create(deps.previews) as Dependencies['previews']
  previews.startThumbnails = async () => {}
  await fillDemoWorld({ ...deps, previews }, password, { crowd: 20 })
}
