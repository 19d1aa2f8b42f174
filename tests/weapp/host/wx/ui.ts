import type { Api, Device } from '../Device'
import type { PageStack } from '../PageStack'
import type { SelectorQuery } from '../parts'

/** What the app can ask of the page around it. WeChat's dialogs, sheets and toasts are missing because the app has its own. */
export function uiFamily(device: Device, pages: PageStack): Api {
  const onPage = (name: string, key: 'title' | 'bar' | 'background') =>
    device.asynchronous(name, ({ success: _s, fail: _f, complete: _c, ...settings }) =>
      Object.assign(pages.top.chrome, { [key]: settings }),
    )
  /** There is no layout here: measured sizes are 0. */
  const createSelectorQuery = () => {
    const query = pages.top.view.instance.createSelectorQuery() as SelectorQuery & {
      exec(done?: (list: unknown) => void): void
    }
    const run = query.exec.bind(query)
    query.exec = (done) => run((list) => device.call(done, list))
    return query
  }
  return {
    nextTick: (callback: unknown) => device.later(callback),
    createSelectorQuery,
    createIntersectionObserver: (_page: unknown, options?: unknown) =>
      pages.top.view.instance.createIntersectionObserver(options),
    setNavigationBarTitle: onPage('setNavigationBarTitle', 'title'),
    setNavigationBarColor: onPage('setNavigationBarColor', 'bar'),
    setBackgroundColor: onPage('setBackgroundColor', 'background'),
    setBackgroundTextStyle: onPage('setBackgroundTextStyle', 'background'),
    hideKeyboard: device.asynchronous('hideKeyboard', () => undefined),
    vibrateShort: device.asynchronous('vibrateShort', () => undefined),
  }
}
