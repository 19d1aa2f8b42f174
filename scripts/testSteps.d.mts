export interface TestGroup {
  steps?: readonly string[]
  folders?: readonly string[]
}
export function stepsFor(run: {
  groups: Record<string, TestGroup>
  steps: Record<string, { needs?: readonly string[] }>
  named: readonly string[]
  files: readonly string[]
  isFresh(name: string): boolean
}): string[]
