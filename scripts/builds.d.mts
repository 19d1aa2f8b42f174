export interface Build {
  product: string
  sources: readonly string[]
}
export const builds: Record<'h5' | 'weapp' | 'server', Build>
export function isStale(build: Build, folder: string): boolean
