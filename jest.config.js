/** What needs neither a server nor a built app. Names ending in .h5.test or .weapp.test are drawn as that build draws them. */
const shared = {
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  transform: { '\\.tsx?$': '<rootDir>/tests/esbuildTransform.cjs' },
}
const alias = { '^@/(.*)$': '<rootDir>/src/$1' }

/** @param {'h5' | 'weapp'} build @param {string} tags the Taro components of that build */
const drawn = (build, tags) => ({
  ...shared,
  displayName: build,
  testEnvironment: 'jsdom',
  testMatch: [`<rootDir>/tests/components/**/*.${build}.test.ts?(x)`],
  moduleFileExtensions: [`${build}.tsx`, `${build}.ts`, 'tsx', 'ts', 'js', 'json'],
  moduleNameMapper: {
    '\\.scss$': '<rootDir>/tests/components/noStyles.cjs',
    '^@tarojs/components$': `<rootDir>/${tags}`,
    ...alias,
  },
})

module.exports = {
  cacheDirectory: '.cache/jest',
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'plain',
      testMatch: ['<rootDir>/tests/{domain,i18n,platform,api,stores,components}/**/*.test.ts?(x)'],
      testPathIgnorePatterns: ['\\.(h5|weapp)\\.test\\.'],
      moduleNameMapper: alias,
    },
    drawn('h5', 'src/platform/h5/components/index.ts'),
    drawn('weapp', 'tests/components/nativeTags.tsx'),
  ],
}
