import type { VerificationSnippet } from './snippet.ts';

export const csharpSnippets: readonly VerificationSnippet[] = [
  {
    id: 'aspnet',
    title: 'ASP.NET',
    language: 'csharp',
    file: 'Program.cs',
    install: null,
    code: (variable) => `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var app = WebApplication.CreateBuilder(args).Build();
var text = Environment.GetEnvironmentVariable("${variable}");
if (string.IsNullOrEmpty(text)) throw new InvalidOperationException("${variable} is not set.");
var secret = Encoding.UTF8.GetBytes(text);

app.MapPost("/webhook", async (HttpRequest request) =>
{
    // The raw bytes, not a bound parameter.
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var rawBody = buffer.ToArray();
    if (!IsSigned(rawBody, request.Headers["X-Signature"].ToString()))
    {
        return Results.Unauthorized();
    }
    using var json = JsonDocument.Parse(rawBody);
    app.Logger.LogInformation("{Type}", json.RootElement.GetProperty("type").GetString());
    return Results.Ok();
});

app.Run();

bool IsSigned(byte[] rawBody, string header)
{
    var digest = Convert.ToHexString(HMACSHA1.HashData(secret, rawBody)).ToLowerInvariant();
    return CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(digest), Encoding.UTF8.GetBytes(header));
}
`,
  },
];
