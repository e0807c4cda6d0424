/** Numbers that a double cannot carry are shown, and sent again, with all their digits (D46). */
import { connect } from './support/seed.ts';
import {
  editor,
  enterSend,
  request as requestCard,
  sendButton,
  typeMessage,
} from './support/send-drawer.ts';
import { enter, expect, test } from './support/workbench.ts';

const numbers = '"order":9007199254740993,"huge":[1e400,1]';

test('keeps the digits of a number from the editor to the receiver, and in a copy', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enterSend(page, host);
  const message = `{"type":"track","userId":12345678901234567890,"event":"E","properties":{${numbers}}}`;
  await typeMessage(page, message);
  const card = requestCard(page);
  await expect(card.getByRole('treeitem', { name: 'order: 9007199254740993' })).toBeVisible();
  await sendButton(page).click();
  const [request] = await target.received(1);
  expect(request?.body).toContain('"userId":"12345678901234567890"');
  expect(request?.body).toContain(numbers);

  await enter(page, host, '#/deliveries/1');
  await expect(page.getByRole('treeitem', { name: 'order: 9007199254740993' })).toBeVisible();
  await enter(page, host, '#/deliveries/messages/1');
  await page.getByRole('button', { name: 'Send as new event' }).click();
  await expect(editor(page)).toContainText('"userId": 12345678901234567890');
  await expect(editor(page)).toContainText('"order": 9007199254740993');
  await expect(editor(page)).toContainText('1e400');
});
