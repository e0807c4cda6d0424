/** Runs the snippets that are only recorded, where their frameworks are installed. */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import {
  type VerificationSnippet,
  verificationSnippets,
} from '#shared/signatures/snippets/verification-snippets.ts';
import { hashOf, writeRecording } from './recordings.ts';
import { expectedStatuses, rejectsWithoutSecret, secret, statusesOf } from './requests.ts';
import { buildSnippet, canRun, firstLine } from './run-snippet.ts';
import { type RecordedRunner, recordedRunners } from './runners.ts';

const { values: options } = parseArgs({ options: { record: { type: 'boolean' } } });

/** Those of the default profile. */
const snippets = verificationSnippets(profileOf({ profile: defaultProfileId }));

const print = (line: string) => process.stdout.write(`${line}\n`);

async function recordingOf(snippet: VerificationSnippet, runner: RecordedRunner) {
  const built = buildSnippet(snippet, runner);
  try {
    const { url, stop } = await built.start(secret);
    return {
      recordedOn: new Date().toISOString().slice(0, 10),
      versions: runner.versions.map((command) => firstLine(command, built.folder)),
      sha256: hashOf(snippet),
      statuses: await statusesOf(url).finally(stop),
      rejectsWithoutSecret: await rejectsWithoutSecret(built),
    };
  } finally {
    built.remove();
  }
}

for (const snippet of snippets) {
  const runner = recordedRunners[snippet.id];
  if (runner === undefined) continue;
  if (!canRun(runner.probe)) {
    print(`${snippet.title}: not run, because ${runner.needs} is missing`);
    continue;
  }
  try {
    const recording = await recordingOf(snippet, runner);
    const isCorrect =
      isDeepStrictEqual(recording.statuses, expectedStatuses) && recording.rejectsWithoutSecret;
    if (!isCorrect) throw new Error(JSON.stringify(recording, null, 2));
    if (options.record) writeRecording(snippet.id, recording);
    print(`${snippet.title}: correct with ${recording.versions.join(', ')}`);
  } catch (error) {
    print(`${snippet.title}: ${error}`);
    process.exitCode = 1;
  }
}
