import type { AppConfig } from './AppConfig'
import { builtInTags } from './builtInTags'
import type { Callback, Device } from './Device'
import type { Modules } from './Modules'
import type { Parts, ViewInstance } from './parts'
import type { Templates } from './templates'

export type Definition = Record<string, unknown>

export interface PageKind {
  definition: Definition
  viewId: string
}

/** Called after something was drawn anew. */
export type Drawn = () => void

/** Registers the app's pages and components with WeChat's renderer, each at its first use. */
export class Registry {
  private readonly pages = new Map<string, PageKind>()
  private readonly components = new Map<string, string>()
  private readonly owners = new WeakMap<object, object>()
  private received: { by: 'Page' | 'Component'; definition: Definition } | null = null

  constructor(
    private readonly config: AppConfig,
    private readonly modules: Modules,
    private readonly templates: Templates,
    private readonly parts: Parts,
    private readonly device: Device,
    private readonly drawn: Drawn,
  ) {
    for (const tag of builtInTags) parts.renderer.register({ id: tag, tagName: `wx-${tag}`, template: '<slot/>' })
  }

  /** The constructors that the app's files call. */
  globals(): Record<string, unknown> {
    const receive = (by: 'Page' | 'Component') => (definition: Definition) => void (this.received = { by, definition })
    const behaviour = (definition: Definition) => {
      const properties = this.properties(definition.properties as Definition)
      return this.parts.renderer.behavior({ ...definition, properties, data: this.copied(definition.data ?? {}) })
    }
    return { Page: receive('Page'), Component: receive('Component'), Behavior: behaviour }
  }

  /** A page's own definition and its name in the renderer. */
  page(route: string): PageKind {
    const known = this.pages.get(route)
    if (known) return known
    const usingComponents = this.using(route)
    const definition = this.receive(route, 'Page')
    const handlers = Object.entries(definition).filter(([, value]) => typeof value === 'function')
    const { owners, device } = this
    const methods = handlers.map(([name, handler]) => [
      name,
      function (this: object, ...args: unknown[]) {
        return device.call((handler as Callback).bind(owners.get(this)), ...args)
      },
    ])
    const data = this.copied(definition.data ?? {})
    const viewId = this.register(`page:${route}`, route, 'page', {
      usingComponents,
      data,
      methods: Object.fromEntries(methods),
    })
    const kind = { definition, viewId }
    this.pages.set(route, kind)
    return kind
  }

  /** Sets the page instance to which the handlers of a view belong. */
  bind(view: ViewInstance, instance: object): void {
    this.owners.set(view, instance)
  }

  private using(name: string): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.config.componentsOf(name)).map(([tag, target]) => [tag, this.component(target, tag)]),
    )
  }

  private component(name: string, tag: string): string {
    const known = this.components.get(name)
    if (known) return known
    const id = `component:${name}`
    this.components.set(name, id)
    const usingComponents = this.using(name)
    const definition = this.receive(name, 'Component')
    return this.register(id, name, tag, { ...definition, ...this.adapted(name, definition), usingComponents })
  }

  private receive(name: string, by: 'Page' | 'Component'): Definition {
    const outer = this.received
    this.received = null
    this.modules.load(name)
    const received = this.received as { by: string; definition: Definition } | null
    this.received = outer
    if (received?.by !== by) throw new Error(`${name}.js does not call ${by}()`)
    return received.definition
  }

  private register(id: string, name: string, tagName: string, definition: Definition): string {
    const template = this.templates(`${name}.wxml`)
    if (!template) throw new Error(`${name}.wxml is missing`)
    return this.parts.renderer.register({ ...definition, id, path: `/${name}`, tagName, template })
  }

  /** A component's definition whose methods receive events of the app's realm and whose setData is counted. */
  private adapted(name: string, definition: Definition): Definition {
    const { device } = this
    const methods = Object.entries((definition.methods ?? {}) as Record<string, Callback>).map(([key, method]) => [
      key,
      function (this: unknown, ...args: unknown[]) {
        return method.apply(
          this,
          args.map((arg) => device.realm.toApp(arg)),
        )
      },
    ])
    const lifetimes = (definition.lifetimes ?? {}) as Record<string, Callback | undefined>
    const created = lifetimes.created ?? (definition.created as Callback | undefined)
    const count = (instance: ViewInstance) => this.countSetData(name, instance)
    return {
      properties: this.properties(definition.properties as Definition),
      data: this.copied(definition.data ?? {}),
      methods: Object.fromEntries(methods),
      created: undefined,
      lifetimes: {
        ...lifetimes,
        created(this: ViewInstance) {
          count(this)
          created?.call(this)
        },
      },
    }
  }

  private countSetData(name: string, instance: ViewInstance): void {
    const plain = instance.setData
    instance.setData = (data, done) => {
      const sent = this.send(name, data)
      plain.call(instance, sent)
      this.drawn()
      if (done) this.device.later(done.bind(instance))
    }
  }

  /** Passes data from the app to the view as JSON, and counts them. */
  send(owner: string, data: unknown): unknown {
    const text = JSON.stringify(data ?? {})
    const sent = this.parts.parse(text) as object
    this.device.trace.setData.push({ owner, bytes: Buffer.byteLength(text), keys: Object.keys(sent) })
    return sent
  }

  private copied(data: unknown): unknown {
    return this.parts.parse(JSON.stringify(data ?? null))
  }

  /** Translates property types of the app's VM context into those of the renderer. */
  private properties(properties: Definition = {}): Definition {
    const typeOf = (type: unknown) => (typeof type === 'function' ? this.parts.types[type.name] : null)
    const turn = (given: unknown) => {
      if (given === null || typeof given === 'function') return { type: typeOf(given) }
      const { type, value, ...rest } = given as Definition
      return { ...rest, type: typeOf(type), ...(value === undefined ? {} : { value: this.copied(value) }) }
    }
    return Object.fromEntries(Object.entries(properties).map(([name, given]) => [name, turn(given)]))
  }
}
