import { defineConfig } from '@playwright/test'
import './test/suite-clock.ts'

// What a browser does on its own account would only disturb: updates, syncing, a sandbox that root cannot have.
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Each worker starts a portal of its own (test/), so there is no webServer here.
export default defineConfig({
  globalSetup: './test/e2e/first-portal.ts',
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/journeys',
  // One more than the cores, since a journey often waits for the portal.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Patience costs nothing where all goes well, and a busy machine may need it.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // A click waits until its target no longer moves; journeys are about what people do, and some wish for stillness.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a seventh of a journey's time; `npx playwright test --trace on NAME` writes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // A journey's pages live for seconds: optimizing their code takes longer than it saves, a tenth of the whole.
      args: [...chromiumArguments, '--js-flags=--no-turbofan --no-maglev'],
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    },
  },
  projects: [{ name: 'chromium' }],
})
