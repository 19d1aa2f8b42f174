import { AppConfig } from './AppConfig'
import { AppInstance } from './AppInstance'
import { Device } from './Device'
import { DiskFiles } from './DiskFiles'
import { Gestures } from './Gestures'
import { Host } from './Host'
import { Modules } from './Modules'
import { Network } from './Network'
import { defaultWindow, type LaunchOptions } from './options'
import { PageContainers } from './PageContainers'
import { addressOf, PageStack } from './PageStack'
import { loadParts } from './parts'
import { Realm } from './Realm'
import { Registry } from './Registry'
import { loadTemplates } from './templates'
import { Timers } from './Timers'
import { Trace } from './Trace'
import type { AppEntry } from './wx/system'
import { buildWx } from './wx/table'

/** Records uncaught promises of the app; those of others stay an error of the process. */
function watchRejections(realm: Realm, trace: Trace): () => void {
  const listener = (reason: unknown, promise: unknown) => {
    if (realm.owns(promise)) trace.report(reason)
    else if (process.listenerCount('unhandledRejection') === 1) throw reason
  }
  process.on('unhandledRejection', listener)
  return () => process.off('unhandledRejection', listener)
}

/**
 * Starts a compiled mini-program as WeChat would: its own templates and framework, a service layer without a browser, and this host as `wx`.
 * Several hosts may live at once. End each with `close()`, which throws when the app has failed.
 * @param root the folder with app.json
 */
export async function launch(root: string, options: LaunchOptions): Promise<Host> {
  const config = new AppConfig(root)
  const trace = new Trace()
  const size = { ...defaultWindow, ...options.windowInfo }
  const parts = loadParts(trace.console('view'), { width: size.windowWidth, height: size.windowHeight })
  parts.exparser.addGlobalErrorListener((error) => {
    trace.report(error)
    return false
  })
  const entry: AppEntry = {
    path: options.path ?? (config.pages[0] as string),
    query: options.query ?? {},
    scene: options.scene ?? 1001,
    ...(options.shareTicket !== undefined && { shareTicket: options.shareTicket }),
    referrerInfo: {},
  }

  const realm = new Realm()
  const device = new Device(options, realm, trace, new DiskFiles(options.files))
  const timers = new Timers(device)
  const app = new AppInstance(device)
  const network = new Network(options.origin, options.serverUrl, trace)
  network.type = options.network ?? network.type
  const modules = new Modules(root, realm, config.subPackages, new Set(options.missingPackages))
  const templates = loadTemplates(root, parts, trace.console('view'))
  const drawn = () => containers.refresh()
  const registry = new Registry(config, modules, templates, parts, device, drawn)
  const pages = new PageStack(config, registry, parts.renderer, device, parts.window.document.body, drawn)
  const gestures = new Gestures(parts.exparser)
  const containers = new PageContainers(pages, gestures, trace)
  const { wx, families } = buildWx(device, network, pages, containers, entry, config.darkMode)
  const getCurrentPages = () => realm.toApp(pages.list.map((page) => page.instance))
  realm.add({
    wx,
    getCurrentPages,
    console: trace.console('app'),
    ...timers.globals(),
    ...app.globals(),
    ...registry.globals(),
  })
  device.onAppError = (error) => {
    app.tell('onError', String(error))
    families.system.appFailed(error)
  }

  const unwatch = watchRejections(realm, trace)
  const release = () => {
    device.close()
    timers.close()
    network.close()
    device.files.close()
    parts.close()
    unwatch()
  }
  try {
    modules.load('app')
    app.tell('onLaunch', entry)
    app.tell('onShow', entry)
    pages.push(addressOf(entry))
  } catch (error) {
    release()
    throw error
  }
  return new Host({
    app,
    containers,
    device,
    families,
    gestures,
    missingPackages: modules.missing,
    network,
    pages,
    timers,
    trace,
    release,
  })
}
