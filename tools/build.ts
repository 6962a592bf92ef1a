import { buildWeb } from './build-web.ts'

// `npm run build` installs what is missing and builds the pages, so that the next start serves without a pause.
if (buildWeb()) console.log('The pages are built. `npm start` serves them.')
else process.exitCode = 1
