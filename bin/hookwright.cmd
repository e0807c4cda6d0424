@echo off
rem The command of the desktop app. It runs on the user's own Node.
where /q node
if errorlevel 1 (
  echo hookwright: Node 22.19.0 or later is required, and none was found. Get it from https://nodejs.org. 1>&2
  exit /b 2
)
node "%~dp0hookwright.cjs" %*
