import type { Api, Device } from '../Device'
import type { PageContainers } from '../PageContainers'
import type { PageStack } from '../PageStack'

/** The page stack's calls. There is no tab bar, so no switchTab. */
export function navigationFamily(device: Device, pages: PageStack, containers: PageContainers): Api {
  const move = (name: string, work: (url: string) => void) =>
    device.asynchronous(name, async ({ url }) => {
      await new Promise((resolve) => setImmediate(resolve))
      work(pages.resolve(String(url)))
    })
  return {
    navigateTo: move('navigateTo', (url) => pages.push(url)),
    redirectTo: move('redirectTo', (url) => pages.replace(url)),
    reLaunch: move('reLaunch', (url) => pages.restart(url)),
    navigateBack: device.asynchronous('navigateBack', async ({ delta = 1 }) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!containers.leave()) pages.pop(Number(delta))
    }),
  }
}
