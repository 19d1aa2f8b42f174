import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull, ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Department, ExternalEnterprise } from '@/contract/entities'
import { isExpandedAtFirst, navigationEntries, type NavigationEntry } from '@/domain/items/lists/navigation'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
}

/** One visible line of the department tree; roots have depth 1. */
export interface DepartmentLine {
  department: Department
  depth: number
  hasChildren: boolean
  isExpanded: boolean
  isLoading: boolean
}

/** The entries whose screens exist. */
const built: readonly NavigationEntry[] = ['frequent', 'departments', 'own', 'collab', 'external', 'trash']

/** The app's only panel, made when it is first opened. */
export function navigationOf(app: Dependencies & HasLazy<{ navigation: NavigationStore }>): NavigationStore {
  return makeLazy(app, 'navigation', () => new NavigationStore(app))
}

/** The navigation panel (LIST-02): its entries, the tree of departments, and the external enterprises that share with the user. */
export class NavigationStore {
  phase: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  error: Message | null = null
  /** Empty until loaded. */
  externals: readonly ExternalEnterprise[] = []
  private roots: readonly Department[] = []
  /** Children loaded on demand. */
  private readonly loaded = observable.map<number, readonly Department[]>({}, { deep: false })
  /** Departments that the user expanded or collapsed; the others are in their initial state. */
  private readonly turned = observable.map<number, boolean>()
  private readonly loading = observable.set<number>()

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'roots'>(this, {
      externals: observable.ref,
      roots: observable.ref,
      error: observable.ref,
      deps: false,
    })
  }

  get entries(): NavigationEntry[] {
    const { enterprise } = this.deps.sessionContext
    return enterprise ? navigationEntries(enterprise).filter((entry) => built.includes(entry)) : []
  }

  get departments(): DepartmentLine[] {
    return this.linesOf(this.roots, 1)
  }

  /** Called each time the panel opens. Loads the tree once, and again after a failure; external enterprises, each time. */
  async load() {
    await Promise.all([this.loadDepartments(), this.loadExternals()])
  }

  private async loadExternals() {
    const { generation } = this.deps.sessionContext
    const answer = await answerOrNull(
      this.deps.api.call('GET /enterprises/get_external_enterprises', {}, { quiet: true }),
    )
    if (answer && generation === this.deps.sessionContext.generation) this.externalsReceived(answer.external_list)
  }

  private async loadDepartments() {
    if (this.phase === 'loading' || this.phase === 'ready' || !this.entries.includes('departments')) return
    this.began()
    try {
      const { departments } = await this.deps.api.call(
        'GET /departments/find_user_in_departments_tree',
        {},
        { quiet: true },
      )
      this.received(departments)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.failed(error)
    }
  }

  /** Expands or collapses a department; loads the children that are missing. */
  async toggle({ department, isExpanded }: DepartmentLine) {
    this.wasTurned(department.id, !isExpanded)
    if (isExpanded || this.childrenOf(department) || this.loading.has(department.id)) return
    this.childrenAsked(department.id)
    try {
      const { departments } = await this.deps.api.call('GET /departments/find_user_in_departments_tree', {
        department_id: department.id,
      })
      this.childrenReceived(department.id, departments)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.childrenFailed(department.id)
    }
  }

  /** Another user has other departments. */
  forget() {
    this.phase = 'idle'
    this.error = null
    this.externals = []
    this.roots = []
    this.loaded.clear()
    this.turned.clear()
    this.loading.clear()
  }

  private linesOf(departments: readonly Department[], depth: number): DepartmentLine[] {
    return departments.flatMap((department) => {
      const line = this.lineOf(department, depth)
      const below = line.isExpanded ? this.linesOf(this.childrenOf(department) ?? [], depth + 1) : []
      return [line, ...below]
    })
  }

  private lineOf(department: Department, depth: number): DepartmentLine {
    const children = this.childrenOf(department)
    const atFirst = children !== undefined && isExpandedAtFirst(depth)
    return {
      department,
      depth,
      hasChildren: children ? children.length > 0 : department.has_children_departments,
      isExpanded: this.turned.get(department.id) ?? atFirst,
      isLoading: this.loading.has(department.id),
    }
  }

  private childrenOf(department: Department): readonly Department[] | undefined {
    return this.loaded.get(department.id) ?? department.children
  }

  private began() {
    this.phase = 'loading'
  }

  private received(departments: readonly Department[]) {
    this.phase = 'ready'
    this.roots = departments
  }

  private externalsReceived(externals: readonly ExternalEnterprise[]) {
    this.externals = externals
  }

  private failed(error: ApiFailure) {
    this.phase = 'failed'
    this.error = messageOf(error.failure)
  }

  private wasTurned(id: number, isExpanded: boolean) {
    this.turned.set(id, isExpanded)
  }

  private childrenAsked(id: number) {
    this.loading.add(id)
  }

  private childrenReceived(id: number, departments: readonly Department[]) {
    this.loading.delete(id)
    this.loaded.set(id, departments)
  }

  private childrenFailed(id: number) {
    this.loading.delete(id)
    this.turned.set(id, false)
  }
}
