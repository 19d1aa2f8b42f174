import type { Device } from './Device'
import type { AppEntry } from './wx/system'

/** The object that the app passed to `App({…})`, and its lifecycle. */
export class AppInstance {
  private instance: Record<string, unknown> | null = null

  constructor(private readonly device: Device) {}

  globals(): Record<string, unknown> {
    return {
      App: (definition: Record<string, unknown>) =>
        void (this.instance = Object.assign(this.device.realm.make.object(), definition)),
      getApp: () => this.instance,
    }
  }

  tell(
    name: 'onLaunch' | 'onShow' | 'onHide' | 'onError' | 'onThemeChange',
    argument?: AppEntry | object | string,
  ): void {
    if (!this.instance) throw new Error('app.js does not call App()')
    const handler = this.instance[name]
    if (typeof handler === 'function') this.device.call(handler.bind(this.instance), argument)
  }
}
